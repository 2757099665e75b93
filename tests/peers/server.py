"""A foreign server for the tests: the official Python SDK over stdio, in both eras.

The npm servers of package.json speak the legacy era only; this one answers `server/discover`.
"""

from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

app = MCPServer("foreign-shapes", version="1.2.3", instructions="Distances are in metres.")


class Point(BaseModel):
    """A place in the plane."""

    x: float
    y: float
    label: str | None = None


@app.tool()
def add(a: int, b: int) -> int:
    """Adds two integers."""
    return a + b


@app.tool()
def move_point(point: Point, direction: Literal["north", "east"], distance: float = 1.0) -> Point:
    """Moves a point."""
    east, north = (distance, 0.0) if direction == "east" else (0.0, distance)
    return point.model_copy(update={"x": point.x + east, "y": point.y + north})


@app.tool()
def centroid(points: Annotated[list[Point], Field(min_length=1)]) -> Point:
    """The mean of some points."""
    return Point(x=sum(p.x for p in points) / len(points), y=sum(p.y for p in points) / len(points))


@app.tool()
def count_words(text: str) -> dict[str, int]:
    """How often each word of a text occurs."""
    words = text.split()
    return {word: words.count(word) for word in words}


@app.tool(structured_output=False)
def describe(point: Point) -> str:
    """A point in words."""
    return f"{point.label or 'a point'} at ({point.x:g}, {point.y:g})"


@app.tool()
def refuse(reason: str) -> str:
    """Fails with the given reason."""
    raise ToolError(reason)


app.run("stdio")

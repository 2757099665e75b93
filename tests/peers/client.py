"""A foreign client for the tests: the official Python SDK calls the tools of a stdio server.

    python client.py auto|legacy PLAN -- COMMAND [ARGUMENT..]

Command line, printed document and exit status are those of client.mjs.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp_types.version import MODERN_PROTOCOL_VERSIONS


def command_line(arguments: list[str]) -> tuple[str, list[dict[str, Any]], list[str]]:
    """Mode, plan and server command."""
    match arguments:
        case ["auto" | "legacy" as mode, plan, "--", _, *_]:
            is_text = plan.lstrip().startswith("[")
            return mode, json.loads(plan if is_text else Path(plan).read_text("utf-8")), arguments[3:]
        case _:
            print("usage: client.py auto|legacy PLAN -- COMMAND [ARGUMENT..]", file=sys.stderr)
            sys.exit(2)


async def call(client: Client, step: dict[str, Any]) -> dict[str, Any]:
    """One call of the plan as an entry of the document."""
    tool = step["tool"]
    try:
        result = await client.call_tool(tool, step.get("arguments"))
    except MCPError as error:
        return {"tool": tool, "error": {"code": error.code, "message": error.message}}
    except Exception as error:  # What the SDK itself refuses, such as output that breaks its schema.
        return {"tool": tool, "error": {"code": None, "message": str(error)}}
    entry = {
        "tool": tool,
        "isError": bool(result.is_error),
        "texts": [block.text for block in result.content if block.type == "text"],
    }
    # A null that was sent differs from a member that was not.
    if "structured_content" in result.model_fields_set:
        entry["structuredContent"] = result.structured_content
    return entry


async def tool_names(client: Client) -> list[str]:
    """Names of the tools on all pages."""
    page = await client.list_tools()
    names = [tool.name for tool in page.tools]
    while page.next_cursor is not None:
        page = await client.list_tools(cursor=page.next_cursor)
        names += [tool.name for tool in page.tools]
    return names


async def main() -> None:
    """Carries out the plan and prints the document."""
    mode, plan, (command, *arguments) = command_line(sys.argv[1:])
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with Client(server, mode=mode) as client:
        info = client.server_info
        document = {
            "era": "modern" if client.protocol_version in MODERN_PROTOCOL_VERSIONS else "legacy",
            "protocolVersion": client.protocol_version,
            "server": info and info.model_dump(mode="json", by_alias=True, exclude_none=True),
            "instructions": client.instructions,
            "tools": await tool_names(client),
            "calls": [await call(client, step) for step in plan],
        }
    print(json.dumps(document))


anyio.run(main)

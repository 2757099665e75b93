//! Calls `tests/peers/server.py`: the Python SDK, which speaks the modern era.

use mcp_bindings::{Error, Revision};
use real_servers::{Outcome, connect, failure};
use shapes::{
    AddArgs, CentroidArgs, Client, CountWordsArgs, DescribeArgs, MovePointArgs, RefuseArgs,
    centroid, describe,
    move_point::{Direction, Point},
};

mcp_bindings::include_bindings!(pub mod shapes);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let client = Client::new(connect().await?);
    let info = client.connection().ready().await?;
    assert_eq!(info.revision(), Revision::LATEST);
    assert_eq!((info.name(), info.version()), ("foreign-shapes", "1.2.3"));
    assert_eq!(info.instructions(), Some("Distances are in metres."));

    assert_eq!(client.add(AddArgs::new(40, 2)).await?.result, 42);
    // Exact where a double is not.
    let large = client.add(AddArgs::new(9_007_199_254_740_993, -1_000_000_000_000_000_000)).await?;
    assert_eq!(large.result, -990_992_800_745_259_007);

    let start = Point::new(1.0, 2.0).with_label(Some("tree".to_owned()));
    let north = MovePointArgs::new(start.clone(), Direction::North);
    let moved = client.move_point(north).await?;
    assert_eq!((moved.x, moved.y, moved.label), (1.0, 3.0, Some(Some("tree".to_owned()))));
    let east = MovePointArgs::new(Point::new(0.5, 0.0), Direction::East).with_distance(2.5);
    let moved = client.move_point(east).await?;
    assert_eq!((moved.x, moved.y, moved.label), (3.0, 0.0, Some(None)), "null, not absent");

    let corners = vec![centroid::Point::new(0.0, 0.0), centroid::Point::new(4.0, 2.0)];
    let centre = client.centroid(CentroidArgs::new(corners)).await?;
    assert_eq!((centre.x, centre.y), (2.0, 1.0));
    match client.centroid(CentroidArgs::new(Vec::new())).await {
        Err(Error::Arguments(e)) => assert_eq!(e.violations()[0].pointer(), "/points"),
        other => panic!("expected refused arguments, got {other:?}"),
    }

    let words = client.count_words(CountWordsArgs::new("to be or not to be")).await?;
    let words: Vec<_> = words.0.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    assert_eq!(words, [("be", 2), ("not", 1), ("or", 1), ("to", 2)]);

    let tree = describe::Point::new(1.5, 2.0).with_label(Some("tree".to_owned()));
    let described = client.describe(DescribeArgs::new(tree)).await?;
    assert_eq!(described.text(), "tree at (1.5, 2)");

    let failed = failure(client.refuse(RefuseArgs::new("not today")).await);
    assert!(failed.content().text().contains("not today"), "{failed}");

    client.connection().close().await;
    Ok(())
}

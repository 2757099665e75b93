//! Calls `@modelcontextprotocol/server-memory`, which starts with an empty graph.

use memory::{
    AddObservationsArgs, Client, CreateEntitiesArgs, CreateRelationsArgs, DeleteEntitiesArgs,
    DeleteObservationsArgs, DeleteRelationsArgs, OpenNodesArgs, ReadGraphArgs, SearchNodesArgs,
    add_observations::ObservationsItem,
    create_entities::{EntitiesItem, OutputEntitiesItem},
    create_relations::RelationsItem,
    delete_observations::DeletionsItem,
    delete_relations,
};
use real_servers::{Outcome, connect, failure};

mcp_bindings::include_bindings!(pub mod memory);

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let client = Client::new(connect().await?);
    let info = client.connection().ready().await?;
    assert_eq!(info.name(), "memory-server");
    assert_eq!(info.revision().as_str(), "2025-11-25");

    let empty = client.read_graph(ReadGraphArgs::new()).await?;
    assert!(empty.entities.is_empty() && empty.relations.is_empty());

    let people = vec![
        EntitiesItem::new("Ada", "person", texts(&["writes notes"])),
        EntitiesItem::new("Grace", "person", texts(&[])),
        EntitiesItem::new("Engine", "machine", texts(&["made of brass", "unfinished"])),
    ];
    let created = client.create_entities(CreateEntitiesArgs::new(people.clone())).await?;
    let first = OutputEntitiesItem::new("Ada", "person", texts(&["writes notes"]));
    assert_eq!((created.entities.len(), &created.entities[0]), (3, &first));
    let again = client.create_entities(CreateEntitiesArgs::new(people)).await?;
    assert!(again.entities.is_empty(), "entities that exist are not created again");

    let relations = vec![
        RelationsItem::new("Ada", "Engine", "programs"),
        RelationsItem::new("Grace", "Ada", "admires"),
    ];
    let related = client.create_relations(CreateRelationsArgs::new(relations)).await?;
    assert_eq!(related.relations.len(), 2);
    assert_eq!(related.relations[0].relation_type, "programs");

    let fact = ObservationsItem::new("Ada", texts(&["writes notes", "plays chess"]));
    let added = client.add_observations(AddObservationsArgs::new(vec![fact])).await?;
    assert_eq!(added.results[0].entity_name, "Ada");
    assert_eq!(added.results[0].added_observations, ["plays chess"], "one was known");

    let nobody = ObservationsItem::new("Nobody", texts(&["is not there"]));
    let failed = failure(client.add_observations(AddObservationsArgs::new(vec![nobody])).await);
    assert_eq!(failed.content().text(), "Entity with name Nobody not found");

    let found = client.search_nodes(SearchNodesArgs::new("brass")).await?;
    assert_eq!((found.entities.len(), found.entities[0].name.as_str()), (1, "Engine"));
    assert_eq!((found.relations.len(), found.relations[0].from.as_str()), (1, "Ada"));

    let opened = client.open_nodes(OpenNodesArgs::new(texts(&["Grace", "Nobody"]))).await?;
    assert_eq!((opened.entities.len(), opened.entities[0].name.as_str()), (1, "Grace"));
    assert_eq!(opened.relations[0].relation_type, "admires");

    let old = DeletionsItem::new("Ada", texts(&["writes notes"]));
    let forgotten = client.delete_observations(DeleteObservationsArgs::new(vec![old])).await?;
    assert!(forgotten.success);
    let admires = delete_relations::RelationsItem::new("Grace", "Ada", "admires");
    let parted = client.delete_relations(DeleteRelationsArgs::new(vec![admires])).await?;
    assert_eq!((parted.success, parted.message.as_str()), (true, "Relations deleted successfully"));
    let deleted = client.delete_entities(DeleteEntitiesArgs::new(texts(&["Engine"]))).await?;
    assert!(deleted.success);

    let left = client.read_graph(ReadGraphArgs::new()).reply().await?;
    let names: Vec<_> = left.output.entities.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Grace"]);
    assert_eq!(left.output.entities[0].observations, ["plays chess"]);
    assert!(left.output.relations.is_empty(), "the engine's relation went with it");
    assert!(left.content.text().contains("plays chess"), "the same as text, for a model");

    client.connection().close().await;
    Ok(())
}

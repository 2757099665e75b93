//! A record of five members, against serde's derive.
#![allow(dead_code)]
use crate::tools::StationOutput;
use measure::{Bars, Group};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Derived {
    temperature: f64,
    conditions: String,
    humidity: i64,
    wind_speed: Option<f64>,
    station_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Flattened {
    temperature: f64,
    conditions: String,
    humidity: i64,
    wind_speed: Option<f64>,
    station_id: String,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

pub fn decode(bars: &mut Bars) {
    let text = r#"{"temperature":22.5,"conditions":"Partly cloudy","humidity":65,"windSpeed":3.5,"stationId":"KSFO-1"}"#;
    let [ours, derive, _] = Group::new("record: decode 5 members")
        .case("ours: keeps undeclared members", || {
            mcp_bindings::from_str::<StationOutput>(text).unwrap()
        })
        .case("derive: drops them", || serde_json::from_str::<Derived>(text).unwrap())
        .case("derive + flatten: keeps them", || serde_json::from_str::<Flattened>(text).unwrap())
        .run();
    bars.at_most("ours / derive", ours.time / derive.time, 1.3);
}

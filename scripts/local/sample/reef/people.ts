import type { NewAgent } from "@/lib/agents/schema"

/** Usernames of the sample's people; the others never chose one. */
export const USERNAMES: Readonly<Record<string, string>> = {
  Ingrid: "ingrid_harbor",
  Mateo: "mateo",
  Priya: "priya_grid",
  Jonas: "jonas_builds",
  Noor: "noor",
  Lucia: "lucia_index",
  Daniel: "saltdaniel",
  Amara: "amara",
  Viktor: "viktors_aunt",
  Chen: "chen",
  Odile: "odile",
  Felix: "felix_early",
  Sana: "sana",
  Tomasz: "tomasz",
  Ruth: "ruth_tides",
  Kenji: "kenji",
  Bianca: "bianca",
  Omar: "buoy_omar",
  Greta: "greta",
  Leila: "nightbus_leila",
  Hugo: "hugo",
  Mina: "mina",
  Zoe: "zoe",
  Arun: "arun_draws",
  Elif: "umbrella_elif",
  Marta: "marta",
  Nadia: "nadia_fog",
  Cyril: "tidetable",
  Yuki: "nightwatch",
  "Maker North": "northdesk",
  "Maker South": "southdesk",
}

/** Wallets of the sample that programs act for, as the history registers them. */
export const AGENTS: Readonly<Record<string, Omit<NewAgent, "wallet">>> = {
  "Maker North": {
    agentId: 0,
    name: "North Desk",
    description: "Quotes both sides of every token, all day, in small amounts.",
  },
  "Maker South": {
    agentId: 1,
    name: "South Desk",
    description: "The second maker on duty. Quotes tighter where people talk more.",
  },
  Cyril: {
    agentId: 2,
    name: "Tide Table",
    description: "Compares eleven gauges with the table and answers heights with heights.",
  },
  Yuki: {
    agentId: 3,
    name: "Night Watch",
    description: "Writes down what happens between midnight and six, and what does not.",
  },
}

import type { ProjectDetails } from "./project-details"

/** What the creators of the sample's prediction markets have written down, by symbol. */
export const MARKET_RULES: Readonly<Record<string, ProjectDetails>> = {
  TIDE30: {
    text: `Yes, if TIDE is bought or sold on this exchange for 30 USDB or more at least once before the end time. Touching it once is enough.
The price of a trade is the USDB it moved, taxes included, for each token. Orders of shares do not count.`,
    motif: "bars",
    hue: 200,
  },
  LAGOON: {
    text: `The winner of the final as the league announces it, after extra time and penalties if there are any.
If the match is abandoned, for fog or anything else, the replay decides. If it is not played within 30 days, this market is invalid.`,
    site: "https://lagoon-league.example/final",
    motif: "shield",
    hue: 16,
  },
  CAPES: {
    text: `First place overall on corrected time, by the race office's final list. Protests that are decided later change nothing here.
A boat that is disqualified before the prizes are given has not won.`,
    site: "https://three-capes.example/results",
    motif: "sail",
    hue: 212,
  },
  SANDBAR: {
    text: `The runner with the first number over the line, by the clock of the organisers. Places in an age group do not count.
If somebody who is not listed here wins, this market is invalid.`,
    motif: "track",
    hue: 38,
  },
  STORMS: {
    text: `Counted are storms that the Amber Sea bulletin has given a name between the first and the last day of the season. A storm that crosses twice counts once.
A low without a name is no storm here, whatever it broke.`,
    site: "https://amber-bulletin.example/names",
    motif: "swirl",
    hue: 262,
  },
  FERRY: {
    text: `The month of the first crossing with paying passengers under electric power alone. Trials, tows and speeches do not count.
If the line is given up before, the answer is “Next year or never”.`,
    motif: "sail",
    hue: 162,
  },
  TRENCH: {
    text: `Yes, if the probe sends a depth of at least 8,140 metres from the Ash Trench in this campaign, and the crew says so in its log.
Losing the probe on the way up changes nothing.`,
    motif: "depth",
    hue: 232,
  },
  CHORUS: {
    text: `The name at the top of the chart as the Night Market prints it on Sunday evening. A tie goes to the one who was higher the week before.`,
    motif: "notes",
    hue: 312,
  },
  SNOW: {
    text: `Yes, if the warden of the hut on Lantern Peak writes down at least one centimetre of lying snow, at any hour before the new moon.
Hail is not snow. The warden's book decides, not the webcam.`,
    motif: "peaks",
    hue: 205,
  },
  BRIDGE: {
    text: `Yes, from the first day on which anybody may drive over the bridge from shore to shore. One lane is enough; a parade is not.
There is no end: propose the answer when it is known.`,
    motif: "bridge",
    hue: 188,
  },
  KELPR: {
    text: `“Shipped” means that at least one handheld reader was delivered to a customer who paid for it, before the spring tide. Samples, loans and gifts do not count.`,
    site: "https://kelpline.example/reader",
    motif: "leaf",
    hue: 142,
  },
  SWELL: {
    text: `The highest significant wave height the cape's buoy reports in the seven days before the end time, as published. A height on a border belongs to the higher group.`,
    motif: "wave",
    hue: 196,
  },
  HERONS: {
    text: `Yes, if the Herons concede no goal in round nine within regular time and stoppage. Own goals are goals.`,
    motif: "shield",
    hue: 24,
  },
  LENS: {
    text: `The colour of the first lamp that anybody can order and have delivered. If two colours come on the same day, the one that is listed first in the shop.`,
    motif: "sun",
    hue: 46,
  },
  RAINY: {
    text: `Yes, if the gauge on the hill shows 0.2 mm or more between six and eighteen o'clock of market day. Only the gauge counts.`,
    motif: "drops",
    hue: 214,
  },
  ORBIT: {
    text: `How many of the six satellites have sent a readable answer within 72 hours after deployment, by the operator's own report. An answer that is relayed by another satellite counts.`,
    motif: "rings",
    hue: 248,
  },
  PULSE1: {
    text: `Yes, if Pulsar Arcade counted ten thousand players or more in the first 24 hours. A player is an account that finished one round.`,
    motif: "bars",
    hue: 326,
  },
  AURORA: {
    text: `Yes, if northern lights over the Ember Isles are reported by two observers who do not live together, for a night of the first week. Photographs help, and are not needed.`,
    motif: "swirl",
    hue: 158,
  },
  DERBY: {
    text: `Who scored the first goal of the derby. An own goal counts for the side that gains from it. “Nobody” wins if the match ends without a goal.`,
    motif: "shield",
    hue: 208,
  },
  GLACIER: {
    text: `The change at the lower end of the glacier between the two autumn surveys, by the institute's table. More than 20.0 metres back is Yes; exactly 20.0 is No.`,
    site: "https://ferro-survey.example/tables",
    motif: "peaks",
    hue: 190,
  },
  EQUINOX: {
    text: `The buoy's published noon reading on the day of the equinox. It must be above 16 °C: 16.0 is not.
If the buoy is silent at noon, the next reading of that day counts.`,
    motif: "wave",
    hue: 172,
  },
  CORAL: {
    text: `The club that is handed the shield. The table and the play-offs matter only as far as they lead there.`,
    motif: "shield",
    hue: 4,
  },
  HARVEST: {
    text: `Yes, if the guild's tonnage of the season, dried, is at least 1.10 times last year's. Both figures are those of the guild's yearly letter.`,
    motif: "leaf",
    hue: 120,
  },
  VESSEL: {
    text: `The hull in the order that the harbor board has signed. Minutes and drawings are not an order. If the board orders none, this market is invalid.`,
    motif: "sail",
    hue: 222,
  },
  LAUNCH: {
    text: `The studio whose game can be bought or downloaded by everybody first. Early access counts, an invitation does not.`,
    motif: "bars",
    hue: 288,
  },
  HRBR5: {
    text: `Yes, if the pool's price of Harbor Reserve is above 5 USDB in the first block at or after noon (UTC) on Friday. Whoever bought or sold a minute before does not matter.`,
    motif: "bars",
    hue: 178,
  },
  QUARTZ: {
    text: `The player in first place after the tie-breaks of the tournament's own rules. Prize money that is shared changes nothing.`,
    motif: "board",
    hue: 266,
  },
  COMET: {
    text: `Yes, if the comet's magnitude in the observatory's list was smaller than that of the evening star on the same night, at any time of the month. Smaller is brighter.`,
    motif: "rings",
    hue: 44,
  },
  REGIS: {
    text: `Which record of the regatta was beaten first, by the finishing time. If none fell, this market is invalid and everybody is paid back.`,
    motif: "sail",
    hue: 192,
  },
  GUILD: {
    text: `The grove where the first tree goes into the ground. The voters were there, or ask somebody who was.`,
    motif: "leaf",
    hue: 96,
  },
  OFFICE: {
    text: `Version two counts as shipped when a customer uses it. We know who we are; please no side letters.`,
    motif: "board",
    hue: 20,
  },
  COOKOFF: {
    text: `The table with most votes of the guests. A draw is decided by the cook of last year.`,
    motif: "sun",
    hue: 12,
  },
  QUIZ: {
    text: `The team with most points after the last round. Phones on the table cost five.`,
    motif: "board",
    hue: 300,
  },
  CREW: {
    text: `Who holds the helm when the line is cut. If the crossing is put off by more than a month, this market is invalid.`,
    motif: "sail",
    hue: 232,
  },
}

import { ACTORS } from "./actors"
import { LAUNCHES } from "./launches"
import { QUESTIONS, STAKERS } from "./markets/questions"
import type { Scenario } from "./plan"
import { parseTimeline, type TokenActivity } from "./timeline"

/** TIDE's own life; most of its volume comes from the routes of the others. */
const TIDE_ACTIVITY: TokenActivity = {
  symbol: "TIDE",
  day: -1,
  burst: 25,
  swing: 0.07,
  beta: 0.4,
  story: parseTimeline(`
      0     1     16
      1.5   3.2   16
      5     6.5   12
      10    10.5  12
      17    15    13
      24    18    12
      30    23    14
    `),
}

/** What moves every token at once: `depth` multiplies what they lean to, `perDay` how often they are traded. */
const SENTIMENT = parseTimeline(`
      0     1     0.45
      16.9  1.08  0.45
      17.45 0.6   1.5
      18.2  0.68  1
      21    0.95  0.45
      31    1.1   0.6
    `)

/** The sample history: a month of a venue that grew up. */
export const FULL_SCENARIO: Scenario = {
  actors: ACTORS,
  tide: TIDE_ACTIVITY,
  launches: LAUNCHES,
  sentiment: SENTIMENT,
  makersPerDay: 2,
  markets: QUESTIONS,
  stakers: STAKERS,
}

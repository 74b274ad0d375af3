import { beforeAll, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import {
  computePoolClosesAt,
  computePredictionStatus,
  computeWindows,
  findNextChange,
  isPoolOpen,
  predictionStatuses,
  type ResolutionState,
} from "@/lib/markets/status"

/** The two tables of the interface's description, each row on either side of its boundaries. */

const START = Date.UTC(2026, 5, 1)
const at = (seconds: number) => new Date(START + seconds * 1_000)

const facts = (changes: Partial<ResolutionState> = {}): ResolutionState => ({
  kind: "public",
  endTime: at(100),
  challengeSeconds: 1_800,
  votingSeconds: 1_800,
  vetoSeconds: 600,
  proposedAt: null,
  disputedAt: null,
  vetoedAt: null,
  firstVoteAt: null,
  finalOutcome: null,
  invalidatedAt: null,
  ...changes,
})

const club = (changes: Partial<ResolutionState> = {}) =>
  facts({
    kind: "private",
    challengeSeconds: null,
    votingSeconds: 900,
    vetoSeconds: null,
    ...changes,
  })

const proposed = { proposedAt: at(200) }
const disputed = { ...proposed, disputedAt: at(1_000), firstVoteAt: at(1_500) }
const vetoed = { ...disputed, vetoedAt: at(3_000) }
const FAR = 10 ** 7

type Case = [what: string, facts: ResolutionState, seconds: number, status: string]

const cases: Case[] = [
  ["open, before its end", facts(), 99, "active"],
  ["at its end", facts(), 100, "awaiting_proposal"],
  ["long after its end", facts(), FAR, "awaiting_proposal"],
  ["open-ended", facts({ endTime: null }), FAR, "active"],
  ["proposed just now", facts(proposed), 200, "proposed"],
  ["a second before the challenge ends", facts(proposed), 1_999, "proposed"],
  ["when the challenge ends", facts(proposed), 2_000, "proposed_closed"],
  ["long undisputed", facts(proposed), FAR, "proposed_closed"],
  ["open-ended, proposed", facts({ ...proposed, endTime: null }), 300, "proposed"],
  ["disputed just now", facts(disputed), 1_000, "voting"],
  ["a second before voting ends", facts(disputed), 2_799, "voting"],
  ["when voting ends", facts(disputed), 2_800, "veto_window"],
  ["a second before the veto ends", facts(disputed), 3_399, "veto_window"],
  ["when the veto ends", facts(disputed), 3_400, "disputed"],
  ["disputed, never finalised", facts(disputed), FAR, "disputed"],
  [
    "disputed at the challenge's end",
    facts({ ...disputed, disputedAt: at(1_999) }),
    2_000,
    "voting",
  ],
  ["vetoed in the window", facts(vetoed), 3_001, "vetoed"],
  ["vetoed, long ago", facts(vetoed), FAR, "vetoed"],
  ["vetoed, by a clock that is behind", facts(vetoed), 1_001, "vetoed"],
  ["resolved undisputed", facts({ ...proposed, finalOutcome: 0 }), 2_000, "resolved"],
  ["resolved after a veto", facts({ ...vetoed, finalOutcome: 2 }), 4_000, "resolved"],
  ["the last outcome there can be", facts({ finalOutcome: EARLY_OUTCOME - 1 }), 0, "resolved"],
  [
    "resolved as invalid",
    facts({ ...vetoed, finalOutcome: INVALID_OUTCOME }),
    4_000,
    "invalidated",
  ],
  [
    "resolved to what nobody holds",
    facts({ ...vetoed, finalOutcome: 1, invalidatedAt: at(4_000) }),
    4_000,
    "invalidated",
  ],
  ["invalidated, nothing else known", facts({ invalidatedAt: at(1) }), 50, "invalidated"],
  ["too early: the round begins anew", facts(), 5_000, "awaiting_proposal"],
  ["EARLY is no end", facts({ ...proposed, finalOutcome: EARLY_OUTCOME }), 300, "proposed"],
  ["votes do not make a public market vote", facts({ firstVoteAt: at(50) }), 60, "active"],

  ["private, before its end", club(), 99, "active"],
  ["private, at its end", club(), 100, "voting"],
  ["private, long after its end", club(), FAR, "voting"],
  ["private, open-ended", club({ endTime: null }), FAR, "active"],
  ["private, first vote", club({ firstVoteAt: at(150) }), 150, "voting"],
  ["private, open-ended, first vote", club({ endTime: null, firstVoteAt: at(10) }), 11, "voting"],
  ["private, a second before the window ends", club({ firstVoteAt: at(150) }), 1_049, "voting"],
  ["private, when the window ends", club({ firstVoteAt: at(150) }), 1_050, "proposed_closed"],
  ["private, never finalised", club({ firstVoteAt: at(150) }), FAR, "proposed_closed"],
  ["private, resolved", club({ firstVoteAt: at(150), finalOutcome: 1 }), 1_050, "resolved"],
  [
    "private, invalid",
    club({ firstVoteAt: at(150), finalOutcome: INVALID_OUTCOME }),
    0,
    "invalidated",
  ],
  ["private, invalidated", club({ finalOutcome: 0, invalidatedAt: at(9) }), 9, "invalidated"],
]

const moment = (seconds: number) => at(seconds).toISOString()

/** The facts as the row of a market `m` in SQL. */
const ROW = `(select 't' as token, $1::text as kind, $2::timestamptz as end_time,
  $3::int as challenge_seconds, $4::int as voting_seconds, $5::int as veto_seconds,
  $6::timestamptz as proposed_at, $7::timestamptz as disputed_at, $8::timestamptz as vetoed_at,
  $9::timestamptz as first_vote_at, $10::smallint as final_outcome,
  $11::timestamptz as invalidated_at) given
  cross join lateral jsonb_populate_record(null::market, to_jsonb(given)) m`

const valuesOf = (one: ResolutionState) => [
  ...[one.kind, one.endTime, one.challengeSeconds, one.votingSeconds, one.vetoSeconds],
  ...[one.proposedAt, one.disputedAt, one.vetoedAt, one.firstVoteAt],
  ...[one.finalOutcome, one.invalidatedAt],
]

describe("predictionStatus", () => {
  test.each(cases)("%s", (_, market, seconds, status) => {
    expect(computePredictionStatus(market, at(seconds))).toBe(status)
  })

  test.each(cases)("%s, in SQL", async (_, market, seconds, status) => {
    const { rows } = await pool().query(
      `select market_status(m, $12::timestamptz) as status, market_is_bettable(m) as bettable from ${ROW}`,
      [...valuesOf(market), moment(seconds)],
    )
    const bettable = status !== "resolved" && status !== "invalidated"
    expect(rows).toEqual([{ status, bettable }])
  })

  test.each(cases)("%s: the pool, in SQL", async (_, market, seconds) => {
    const { rows } = await pool().query(
      `select market_pool_is_open(m, $12::timestamptz) as "isOpen" from ${ROW}`,
      [...valuesOf(market), moment(seconds)],
    )
    expect(rows).toEqual([{ isOpen: isPoolOpen(market, at(seconds)) }])
  })

  test("the table reaches every state", () => {
    expect([...new Set(cases.map(([, , , status]) => status))].sort()).toEqual(
      [...predictionStatuses].sort(),
    )
  })

  test("a token that is no market has none", async () => {
    const { rows } = await pool().query(
      `select market_status(m, now()) as status from (values (1)) one
      left join market m on m.token = 'none'`,
    )
    expect(rows).toEqual([{ status: null }])
  })
})

describe("every combination of facts", () => {
  const moments = [null, 0, 100, 200]
  const dates = moments.map((seconds) => (seconds === null ? null : at(seconds)))
  let combinations: ResolutionState[] = []

  beforeAll(() => {
    const windows = { challengeSeconds: 100, votingSeconds: 100, vetoSeconds: 100 }
    combinations = (["public", "private"] as const).flatMap((kind) =>
      [null, at(100)].flatMap((endTime) =>
        dates.flatMap((proposedAt) =>
          dates.flatMap((disputedAt) =>
            dates.flatMap((firstVoteAt) =>
              [null, at(200)].flatMap((vetoedAt) =>
                [null, 0, EARLY_OUTCOME, INVALID_OUTCOME].flatMap((finalOutcome) =>
                  [null, at(300)].map((invalidatedAt) => {
                    const times = { proposedAt, disputedAt, firstVoteAt, vetoedAt, invalidatedAt }
                    const changes = { kind, endTime, finalOutcome, ...times }
                    if (kind === "public") return facts({ ...windows, ...changes })
                    return club({ votingSeconds: 100, ...changes })
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    )
  })

  test.each([0, 99, 100, 199, 200, 299, 300, 399, 400, 500])(
    "the function and SQL agree, windows included, at second %i",
    async (seconds) => {
      const text = `select market_status(m, $1::timestamptz) as status,
        market_challenge_ends_at(m) as challenge, market_voting_ends_at(m) as voting,
        market_veto_ends_at(m) as veto
        from unnest($2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::int[],
          $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[],
          $11::smallint[], $12::timestamptz[]) with ordinality as given (kind, end_time,
          challenge_seconds, voting_seconds, veto_seconds, proposed_at, disputed_at, vetoed_at,
          first_vote_at, final_outcome, invalidated_at, token)
        cross join lateral jsonb_populate_record(null::market, to_jsonb(given)) m
        order by given.token`
      const rows = combinations.map(valuesOf)
      const columns = Array.from({ length: 11 }, (_, column) => rows.map((row) => row[column]))
      const result = await pool().query(text, [moment(seconds), ...columns])
      const own = combinations.filter(isPossible)
      expect(own.length).toBeGreaterThan(500)
      combinations.forEach((one, i) => {
        const { challengeEndsAt, votingEndsAt, vetoEndsAt } = computeWindows(one)
        const { status, challenge, voting, veto } = result.rows[i]
        expect({ one, status }).toEqual({ one, status: computePredictionStatus(one, at(seconds)) })
        if (!isPossible(one)) return
        expect({ one, challenge, voting, veto }).toEqual({
          one,
          challenge: challengeEndsAt,
          voting: votingEndsAt,
          veto: vetoEndsAt,
        })
      })
    },
  )
})

/** The private contract knows neither proposals nor disputes. */
const isPossible = ({ kind, proposedAt, disputedAt }: ResolutionState) =>
  kind === "public" || (!proposedAt && !disputedAt)

describe("nextChange", () => {
  test.each([
    ["the end", facts(), 50, 100],
    ["nothing more after the end", facts(), 100, null],
    ["the challenge's end", facts(proposed), 200, 2_000],
    ["voting's end before the veto's", facts(disputed), 2_100, 2_800],
    ["the veto's end", facts(disputed), 2_800, 3_400],
    ["nothing, for an open end", facts({ endTime: null }), 0, null],
    ["the private window's end", club({ firstVoteAt: at(150) }), 150, 1_050],
  ] as const)("%s", (_, market, seconds, change) => {
    expect(findNextChange(market, at(seconds))).toEqual(change === null ? null : at(change))
  })
})

describe("the pool", () => {
  const open = facts({ endTime: null })
  const openClub = club({ endTime: null })
  const rows: [what: string, facts: ResolutionState, seconds: number, isOpen: boolean][] = [
    ["sells before the end", facts(), 99, true],
    ["stops at the end", facts(), 100, false],
    ["does not sell again in a new round after the end", facts(), FAR, false],
    ["sells in a market without an end", open, FAR, true],
    ["stops with a proposal where there is no end", { ...open, ...proposed }, 200, false],
    ["stays closed while it is disputed", { ...open, ...disputed }, 3_400, false],
    ["does not go by votes on a public market", { ...open, firstVoteAt: at(1) }, 60, true],
    ["sells to the end of a private market, votes or not", club({ firstVoteAt: at(50) }), 99, true],
    ["stops at the end of a private market", club(), 100, false],
    [
      "stops with the first vote where there is no end",
      club({ ...openClub, firstVoteAt: at(9) }),
      9,
      false,
    ],
    ["does not go by proposals on a private market", { ...openClub, ...proposed }, 300, true],
    ["is closed when the outcome is final", facts({ endTime: null, finalOutcome: 0 }), 0, false],
    ["is closed when the market is void", facts({ invalidatedAt: at(1) }), 50, false],
    ["stays open after EARLY", facts({ endTime: null, finalOutcome: EARLY_OUTCOME }), 300, true],
  ]

  test.each(rows)("%s", async (_, market, seconds, isOpen) => {
    expect(isPoolOpen(market, at(seconds))).toBe(isOpen)
    const { rows } = await pool().query(
      `select market_pool_is_open(m, $12::timestamptz) as "isOpen" from ${ROW}`,
      [...valuesOf(market), moment(seconds)],
    )
    expect(rows).toEqual([{ isOpen }])
  })

  test("closes at the end, or with what was said first", () => {
    expect(computePoolClosesAt(facts(proposed))).toEqual(at(100))
    expect(computePoolClosesAt(open)).toBeNull()
    expect(computePoolClosesAt({ ...open, ...proposed })).toEqual(at(200))
    expect(computePoolClosesAt({ ...openClub, firstVoteAt: at(9) })).toEqual(at(9))
  })
})

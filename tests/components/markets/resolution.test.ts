import { getAddress } from "viem"
import { describe, expect, test } from "vitest"
import { planActions, type ResolutionMarket } from "@/components/markets/resolution/action-plan"
import { explain } from "@/components/markets/resolution/explain"
import { groupRounds, type ResolutionEvent } from "@/components/markets/resolution/rounds"
import { countVotes, explainUndecided } from "@/components/markets/resolution/vote-count"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import { createRequest } from "@/lib/markets/resolution-calls"
import { listChoices } from "@/lib/markets/resolution-rules"

const START = new Date("2026-01-01T00:00:00Z")
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000)

const fresh: ResolutionMarket = {
  address: "0x01",
  name: "Will it rain?",
  kind: "public",
  options: ["Yes", "No"],
  createdAt: START,
  endTime: at(100),
  round: 0,
  challengeSeconds: 30,
  votingSeconds: 40,
  vetoSeconds: 50,
  proposedOutcome: null,
  proposedAt: null,
  proposer: null,
  disputedOutcome: null,
  disputedAt: null,
  vetoedAt: null,
  firstVoteAt: null,
  finalOutcome: null,
  resolvedAt: null,
  invalidatedAt: null,
}
const DAY = 86_400
const proposed = { ...fresh, proposedOutcome: 0, proposedAt: at(110) }
const disputed = { ...proposed, disputedOutcome: 1, disputedAt: at(120) }
/** Open-ended, with a dispute that says EARLY. */
const shut = { ...disputed, endTime: null, disputedOutcome: EARLY_OUTCOME }
const secret: ResolutionMarket = { ...fresh, kind: "private", challengeSeconds: null }
const voted = { ...secret, firstVoteAt: at(130) }

const ballots = (outcomes: number[], second = 130) =>
  outcomes.map((outcome, index) => ({ wallet: `0x${index}`, outcome, time: at(second) }))
const tally = (...outcomes: number[]) => countVotes(ballots(outcomes), 2)
const lateTally = (second: number, ...outcomes: number[]) =>
  countVotes(ballots(outcomes, second), 2)

/** "propose" is open, "-propose" is not; behind it the second from which it is. */
function plan(market: ResolutionMarket, second: number, votes = tally()) {
  return planActions(market, votes, at(second)).map(({ kind, availability }) => {
    if (availability.isAvailable) return kind
    const from = availability.availableAt
    return `-${kind}${from ? ` ${(from.getTime() - START.getTime()) / 1_000}` : ""}`
  })
}

describe("what can be done", () => {
  test.each([
    ["before the end", fresh, 99, tally(), ["-propose 100"]],
    ["at the end", fresh, 100, tally(), ["propose"]],
    ["without an end", { ...fresh, endTime: null }, 0, tally(), ["propose"]],
    ["in the challenge", proposed, 139, tally(), ["dispute", "-finalizeUncontested 140"]],
    ["at its end", proposed, 140, tally(), ["-dispute", "finalizeUncontested"]],
    ["while voting", disputed, 159, tally(0, 0), ["vote", "-veto 160", "-finalize 210"]],
    ["in the veto window", disputed, 160, tally(0, 0), ["-vote", "veto", "-finalize 210"]],
    ["undecided after voting", disputed, 160, tally(0, 1), ["vote", "veto", "-finalize 210"]],
    ["decided after the veto window", disputed, 210, tally(0, 0), ["-vote", "veto", "finalize"]],
    ["without a quorum after it", disputed, 210, tally(0), ["vote", "veto", "-finalize"]],
    ["undecided with a shut pool", shut, 209, tally(0), ["vote", "veto", "-finalize 210"]],
    ["and its veto over", shut, 210, tally(0), ["vote", "veto", "finalize"]],
    ["tied with a shut pool", shut, 210, tally(0, 1), ["vote", "veto", "finalize"]],
    [
      "EARLY of a market with an end",
      { ...shut, endTime: at(100) },
      210,
      tally(0),
      ["vote", "veto", "-finalize"],
    ],
    ["decided late", disputed, 259, lateTally(210, 0, 0), ["-vote", "veto", "-finalize 260"]],
    ["and its veto over", disputed, 260, lateTally(210, 0, 0), ["-vote", "veto", "finalize"]],
    [
      "decided in the veto window",
      disputed,
      210,
      lateTally(160, 0, 0),
      ["-vote", "veto", "finalize"],
    ],
    ["tied by a late vote", disputed, 259, lateTally(210, 0, 1), ["vote", "veto", "-finalize"]],
    ["vetoed", { ...disputed, vetoedAt: at(170) }, 300, tally(0, 0), ["decide"]],
    ["final", { ...disputed, finalOutcome: 0, resolvedAt: at(220) }, 300, tally(0, 0), []],
    ["private, before the end", secret, 99, tally(), ["-vote 100"]],
    ["private, before a vote", secret, 100, tally(), ["vote", `-finalize ${100 + 30 * DAY}`]],
    ["private, silent for 30 days", secret, 100 + 30 * DAY, tally(), ["vote", "finalize"]],
    [
      "private, without an end, before a vote",
      { ...secret, endTime: null },
      365 * DAY - 1,
      tally(),
      ["vote", `-finalize ${365 * DAY}`],
    ],
    [
      "private, without an end, silent for 365 days",
      { ...secret, endTime: null },
      365 * DAY,
      tally(),
      ["vote", "finalize"],
    ],
    ["private, while voting", voted, 169, tally(0), ["vote", "-finalize 170"]],
    ["private, over", voted, 170, tally(0), ["-vote", "finalize"]],
    ["private, tied", voted, 170, tally(0, 1), ["vote", "-finalize"]],
  ])("%s", (_, market, second, votes, expected) => {
    expect(plan(market, second, votes)).toEqual(expected)
  })
})

describe("a tally", () => {
  test("counts the last vote of a wallet", () => {
    const changed = [...ballots([0, 0]), { wallet: "0x0", outcome: 1, time: at(140) }]
    expect(countVotes(changed, 2)).toMatchObject({ votes: 2, isTied: true })
  })

  test.each([
    ["too few", [0], true],
    ["tied", [0, 1], true],
    ["a plain majority of eight", [0, 0, 0, 0, 0, 1, 1, 2], false],
    ["six of nine", [0, 0, 0, 0, 0, 0, 1, 1, 1], true],
    ["seven of ten", [0, 0, 0, 0, 0, 0, 0, 1, 1, 1], false],
  ])("%s", (_, outcomes, isUndecided) => {
    expect(explainUndecided(tally(...outcomes)) !== null).toBe(isUndecided)
  })
})

describe("outcomes", () => {
  const ids = (kind: Parameters<typeof listChoices>[0], market: ResolutionMarket, second = 100) =>
    listChoices(kind, market, at(second)).map(({ id }) => id)

  test("are those the contract accepts", () => {
    expect(ids("propose", fresh)).toEqual([0, 1, INVALID_OUTCOME])
    expect(ids("dispute", proposed)).toEqual([1, INVALID_OUTCOME, EARLY_OUTCOME])
    // Whatever proposer and disputer said.
    expect(ids("vote", disputed)).toEqual([0, 1, INVALID_OUTCOME, EARLY_OUTCOME])
    expect(ids("decide", disputed)).toEqual([0, 1, INVALID_OUTCOME, EARLY_OUTCOME])
    expect(ids("veto", disputed)).toEqual([0, INVALID_OUTCOME])
    expect(ids("vote", secret)).toEqual([0, 1, INVALID_OUTCOME])
  })

  test("are EARLY no more after two resets of a market that has ended", () => {
    const again = { ...disputed, round: 2 }
    expect(ids("vote", again)).toEqual([0, 1, INVALID_OUTCOME])
    expect(ids("dispute", { ...proposed, round: 2 })).toEqual([1, INVALID_OUTCOME])
    expect(ids("vote", again, 99)).toContain(EARLY_OUTCOME)
    expect(ids("vote", { ...again, endTime: null })).toContain(EARLY_OUTCOME)
    expect(ids("vote", { ...disputed, round: 1 })).toContain(EARLY_OUTCOME)
  })
})

describe("rounds", () => {
  const step = (id: number, kind: ResolutionEvent["kind"], txHash: string): ResolutionEvent => ({
    id: `${id}`,
    time: at(id),
    kind,
    wallet: "0xa",
    outcome: kind === "propose" ? 0 : null,
    usdc: null,
    txHash,
  })

  test("end with a reset, whose bonds belong to what it ended", () => {
    const rounds = groupRounds([
      step(1, "propose", "0x1"),
      step(2, "dispute", "0x2"),
      step(3, "dispute_reset", "0x3"),
      step(4, "bonds_distributed", "0x3"),
      step(5, "propose", "0x5"),
    ])
    expect(rounds.map(({ proposal, bonds, end }) => [proposal?.id, bonds.length, end?.id])).toEqual(
      [
        ["1", 1, "3"],
        ["5", 0, undefined],
      ],
    )
  })

  test("are at least one", () => {
    expect(groupRounds([])).toHaveLength(1)
  })
})

describe("the words of a step", () => {
  test("name the bond of this market", () => {
    const stakes = { bounty: null, bond: 12_500_000_000_000_000_000n }
    for (const kind of ["propose", "dispute", "veto"] as const) {
      const { lead, money } = explain(kind, proposed, stakes)
      expect(lead).toContain("a bond of 12.5 USDB")
      expect(money).toMatch(/^12\.5 USDB as a bond/)
      expect(explain(kind, proposed, { bounty: null, bond: null }).lead).toContain("a bond")
    }
  })

  test("say what an undecided dispute costs where it can end so", () => {
    const amounts = { bounty: null, bond: null }
    expect(explain("finalize", shut, amounts).next).toContain("lose half of their bonds")
    expect(explain("finalize", disputed, amounts).next).not.toContain("half")
    expect(explain("propose", { ...fresh, endTime: null }, amounts).risk).toContain("half of it")
    expect(explain("dispute", proposed, amounts).next).toContain("a quarter of the proposer's")
  })

  test("say that silence makes a private market invalid", () => {
    const stakes = { bounty: null, bond: null }
    expect(explain("finalize", secret, stakes).title).toBe("Invalidate the market")
    expect(explain("finalize", voted, stakes).title).toBe("Finalize the vote")
  })
})

describe("a bond's approval", () => {
  const [token, contract, usdb] = [1, 2, 3].map((n) => getAddress(`0x${`${n}`.repeat(40)}`))
  test("is exact", () => {
    if (!token || !contract || !usdb) throw new Error("no addresses")
    const place = { token, contract, usdb, isPrivate: false }
    const approved = (kind: Parameters<typeof createRequest>[0]) =>
      createRequest(kind, place, { outcome: 0, bond: 100n }).approval?.amount
    expect([approved("propose"), approved("dispute"), approved("veto")]).toEqual([100n, 100n, 100n])
    expect(approved("vote")).toBeUndefined()
  })
})

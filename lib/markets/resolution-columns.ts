import { toIsoText } from "@/lib/tokens/pricing"

/** SQL over `m`, the market of a token; without a market each of these is null. */

/** Whether only admitted wallets may bet; which contract keeps the market is another matter. */
export const EVENT_TYPE = `case when m.is_private_event then 'private'
  when m.token is not null then 'public' end`

/** The outcomes with their ids. */
export const OPTIONS_JSON = `(select json_agg(json_build_object('index', place - 1, 'name', name)
  order by place) from jsonb_array_elements_text(m.options) with ordinality as options (name, place))`

/** The facts of the running round that the state follows from. */
export const RESOLUTION_JSON = `case when m.token is not null then (select row_to_json(facts) from (
  select market_is_bettable(m) as bettable, market_pool_is_open(m, now()) as "poolOpen", m.round,
    m.proposed_outcome as "proposedOutcome", m.proposer,
    ${toIsoText("m.proposed_at")} as "proposedAt",
    ${toIsoText("market_challenge_ends_at(m)")} as "challengeEndsAt",
    m.disputed_outcome as "disputedOutcome", m.disputer,
    ${toIsoText("m.disputed_at")} as "disputedAt",
    ${toIsoText("market_voting_ends_at(m)")} as "votingEndsAt",
    ${toIsoText("market_veto_ends_at(m)")} as "vetoEndsAt",
    m.veto_outcome as "vetoOutcome", m.vetoer, ${toIsoText("m.vetoed_at")} as "vetoedAt",
    m.final_outcome as "finalOutcome", ${toIsoText("m.resolved_at")} as "resolvedAt"
) facts) end`

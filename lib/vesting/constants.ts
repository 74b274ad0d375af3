export const vestingActions = [
  "created",
  "claimed",
  "extended",
  "beneficiary_changed",
  "tokens_added",
  "creator_changed",
] as const
export type VestingAction = (typeof vestingActions)[number]

/** Something that breaks a rule. `at` is what an exception names; `detail` may change from day to day. */
export type Finding = { at: string; detail?: string }

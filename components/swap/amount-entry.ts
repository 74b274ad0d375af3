/** The field that was typed last and its text; the other field is computed. */
export type AmountInput = { field: "pay" | "receive"; text: string }

export const EMPTY_INPUT: AmountInput = { field: "pay", text: "" }

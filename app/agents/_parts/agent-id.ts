/** The number in a path; null for anything else. */
export function parseAgentId(text: string): number | null {
  const number = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

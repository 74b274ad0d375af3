/** A public market about yes or no, quiet and open-ended unless it says otherwise. */
export const DEFAULTS = {
  options: ["Yes", "No"],
  isPrivate: false,
  isEvent: false,
  seed: 50,
  ends: null,
  bookish: 0.05,
  tokenTradesPerDay: 0,
  acts: [],
}

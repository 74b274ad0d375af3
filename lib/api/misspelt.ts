/** Shorter names are too easily one letter from another word. */
const MIN_LENGTH_OF_SLIP = 5

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, "")

/** The known name that a parameter was meant to be: in another case, singular for plural, or with one typing error. */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  const text = plain(name)
  return (
    names.find((each) => plain(each) === text) ??
    names.find((each) => isPlural(text, plain(each)) || isPlural(plain(each), text)) ??
    names.find((each) => isOneSlip(text, plain(each)))
  )
}

const isPlural = (many: string, one: string) => many === `${one}s` || many === `${one}es`

/** Whether one letter is missing, added or wrong, or two letters have changed places. */
function isOneSlip(a: string, b: string) {
  if (Math.min(a.length, b.length) < MIN_LENGTH_OF_SLIP || Math.abs(a.length - b.length) > 1) {
    return false
  }
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

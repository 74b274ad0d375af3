import { CONFUSABLES } from "./confusables"

let prototypes: ReadonlyMap<string, string> | undefined

/**
 * Skeleton by UTS 39 without case, marks and spaces, and with i, l and 1 as one letter: texts with equal
 * skeletons look alike. Never displayed.
 */
export function toSkeleton(text: string): string {
  const mapped = [...stripMarks(text)].map((char) => findPrototype(char)).join("")
  return stripMarks(mapped).toLowerCase().replaceAll("i", "l")
}

const stripMarks = (text: string) =>
  text.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}\s]/gu, "")

function findPrototype(char: string) {
  prototypes ??= readPrototypes()
  return prototypes.get(char) ?? char
}

function readPrototypes() {
  const texts = CONFUSABLES.split(" ")
  return new Map(
    Array.from({ length: texts.length / 2 }, (_, i) => [
      texts[2 * i] ?? "",
      texts[2 * i + 1] ?? "",
    ]),
  )
}

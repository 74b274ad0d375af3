import { grouped } from "@/lib/format"

const inWords = (count: number, one: string) =>
  count === 1 ? `1 ${one}` : `${grouped(count)} ${one}s`

export const commentsIn = (count: number) => inWords(count, "comment")
export const votesIn = (count: number) => inWords(count, "vote")

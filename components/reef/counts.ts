const inWords = (count: number, one: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${one}s`

export const commentsIn = (count: number) => inWords(count, "comment")
export const votesIn = (count: number) => inWords(count, "vote")

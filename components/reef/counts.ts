export const commentsIn = (count: number) =>
  count === 1 ? "1 comment" : `${count.toLocaleString("en-US")} comments`

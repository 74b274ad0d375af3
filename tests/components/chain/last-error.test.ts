import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { keepLastError } from "@/components/chain/last-error"

test("the error remains while the query is fetched again, until it has data", async () => {
  const answers = [new Error("away"), new Error("still away"), 7]
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ["question"],
    retry: false,
    queryFn: async () => {
      const answer = answers.shift()
      if (typeof answer !== "number") throw answer
      return answer
    },
  })
  const shown: (string | number | undefined)[] = []
  let last: Error | null = null
  const stop = observer.subscribe((result) => {
    last = keepLastError(result, last)
    shown.push(last?.message ?? result.data)
  })
  await observer.refetch()
  await observer.refetch()
  await observer.refetch()
  stop()
  const changes = shown.filter((one, at) => one !== shown[at - 1])
  expect(changes).toEqual(["away", "still away", 7])
})

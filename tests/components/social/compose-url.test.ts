import { expect, test } from "vitest"
import { composeUrl, countToday } from "@/components/social/compose-url"

test("X's form is filled with the text as it is", () => {
  const url = new URL(composeUrl("Verifying @AtollHQ & #1 atoll_verify_0a"))
  expect(url.origin + url.pathname).toBe("https://x.com/intent/post")
  expect(url.searchParams.get("text")).toBe("Verifying @AtollHQ & #1 atoll_verify_0a")
})

test("attempts of the UTC day are counted", () => {
  const rows = ["2026-01-02T00:00:00.000Z", "2026-01-01T23:59:59.999Z"]
  const now = new Date("2026-01-02T23:59:59.999Z")
  expect(
    countToday(
      rows.map((createdAt) => ({ createdAt })),
      now,
    ),
  ).toBe(1)
})

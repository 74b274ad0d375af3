import { expect, test } from "vitest"
import { type AccessChange, buildAccessList } from "@/lib/markets/access-list"

const change = (role: AccessChange["role"], wallet: string, isAdmitted: boolean): AccessChange => ({
  role,
  wallet,
  hasAccess: isAdmitted,
  block: 1n,
})

test("who is admitted is what the last change of each wallet says", () => {
  const admissions = [
    change("voter", "0xa", true),
    change("voter", "0xb", true),
    change("buyer", "0xb", true),
    change("voter", "0xb", false),
    change("buyer", "0xc", true),
    change("buyer", "0xc", false),
    change("buyer", "0xc", true),
  ]
  expect(buildAccessList(admissions, true)).toEqual({
    voters: ["0xa"],
    buyers: ["0xb", "0xc"],
    isComplete: true,
  })
})

import { expect, test } from "vitest"
import { type Admission, admittedOf } from "@/lib/markets/admissions/list"

const change = (role: Admission["role"], wallet: string, isAdmitted: boolean): Admission => ({
  role,
  wallet,
  isAdmitted,
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
  expect(admittedOf(admissions, true)).toEqual({
    voters: ["0xa"],
    buyers: ["0xb", "0xc"],
    isComplete: true,
  })
})

import { sql } from "./helpers/database"
import { deepTest, expectToast, moderator, openPage } from "./helpers/reef"
import { expect } from "./helpers/test"

deepTest(
  "a report, its duplicate, the verdict, what a blocked wallet reads, and the operator's page",
  async ({ visitor }) => {
    const { page, account } = await visitor()
    const title = `Candles of ${account.address.slice(2, 10)} are empty`
    await openPage(page, "/bugs")
    await page.getByRole("button", { name: "Send report" }).click()
    await expect(page.getByText("Say in one line what is broken.")).toBeVisible()
    await expect(page.getByLabel("Title")).toBeFocused()
    for (const detail of ["The chart of my token shows no candle at all.", "No candles."]) {
      await page.getByLabel("Title").fill(title)
      await page.getByLabel("Description").fill(detail)
      await page.getByLabel("Severity").selectOption("high")
      await page.getByLabel("Evidence").fill("https://127.0.0.1/secret")
      await expect(page.getByText("Enter an https address of a public site")).toBeVisible()
      await page.getByLabel("Evidence").fill("")
      await page.getByRole("button", { name: "Send report" }).click()
      await expect(page.getByRole("listitem").filter({ hasText: detail })).toBeVisible()
    }
    const own = page.getByRole("listitem").filter({ hasText: title })
    await expect(own).toHaveCount(2)
    await expect(own.getByText("Pending")).toHaveCount(2)

    const admin = (await visitor(moderator)).page
    await openPage(admin, "/bugs")
    await admin.getByLabel("Reported by").fill(account.address)
    const duplicate = admin.getByRole("article").filter({ hasText: "No candles." })
    await duplicate.getByRole("button", { name: "Similar reports and blocking" }).click()
    await duplicate.getByText("100 % alike").click()
    await expect(duplicate.getByText("shows no candle at all")).toBeVisible()
    await duplicate.getByLabel("Reason").fill("Sends everything twice")
    await duplicate.getByRole("button", { name: "Block wallet" }).click()
    await expectToast(admin, "Wallet blocked")
    await duplicate.getByLabel("Verdict", { exact: true }).selectOption("duplicate")
    await duplicate.getByRole("button", { name: "Save verdict" }).click()
    await expect(duplicate).toBeHidden()

    await admin.getByRole("link", { name: "Operation" }).click()
    await expect(admin.getByRole("table", { name: "Largest tables" })).toContainText("transfer")
    const limits = admin.getByRole("table", { name: "Limits" })
    await expect(limits.getByRole("row", { name: "claim-day" })).toContainText("a day")
    await expect(admin.getByText("Indexed block")).toBeVisible()
    await expect(admin.getByText("Every log of the contracts could be indexed.")).toBeVisible()
    await openPage(page, "/operator")
    await expect(page.getByText("For the operator only")).toBeVisible()
    await expect(page.getByText("Indexed block")).toBeHidden()

    await openPage(page, "/bugs")
    await expect(page.getByText("Sends everything twice")).toBeVisible()
    await expect(page.getByRole("button", { name: "Send report" })).toBeHidden()
    await expect(own.filter({ hasText: "No candles." }).getByText("Duplicate")).toBeVisible()
    await openPage(page, "/faucet")
    await expect(page.getByText("Sends everything twice")).toBeVisible()
    await sql("delete from blocked_wallet where wallet = $1", [account.address.toLowerCase()])
  },
)

/** The program of the quickstart that signs: the only step that needs the private key. Run by Node with viem. */
export const SIGN_PROGRAM = `// sign.mjs
import { env } from "node:process"
import { text } from "node:stream/consumers"
import { privateKeyToAccount } from "viem/accounts"
import { createSiweMessage } from "viem/siwe"

const account = privateKeyToAccount(env.PRIVATE_KEY)
const input = JSON.parse(await text(process.stdin))

// What the service refuses, or what would fail on the chain, is not signed.
const obstacle = input.quote?.blockers[0] ?? input.simulation?.revert
if (input.error || obstacle) {
  const refusal = input.error && [input.error, input.remedy].filter(Boolean).join(". ")
  console.error(refusal ?? \`\${obstacle.message} \${obstacle.remedy}\`)
  process.exit(1)
}

if (input.nonce) {
  const { domain, uri, chainId, nonce, statement } = input
  const fields = { domain, uri, chainId, nonce, statement, version: "1", issuedAt: new Date() }
  const message = createSiweMessage({ ...fields, address: account.address })
  console.log(JSON.stringify({ message, signature: await account.signMessage({ message }) }))
} else {
  const signed = []
  for (const each of input.transactions) {
    const { to, data, nonce, chainId } = each
    const [value, gas, maxFeePerGas, maxPriorityFeePerGas] = [
      each.value, each.gas, each.maxFeePerGas, each.maxPriorityFeePerGas,
    ].map(BigInt)
    const fees = { gas, maxFeePerGas, maxPriorityFeePerGas }
    signed.push(await account.signTransaction({ type: "eip1559", to, data, value, nonce, chainId, ...fees }))
  }
  console.log(JSON.stringify({ signed }))
}
`

// Claims for the wallet of the arguments and prints how it ended: what another web server does.
import { claim } from "@/lib/faucet/claim"

const [wallet = "", ip = ""] = process.argv.slice(2)
process.send?.("ready")
await claim({ wallet, referrer: undefined, ip, headers: [] })

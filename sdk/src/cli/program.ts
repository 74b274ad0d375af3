import { Command, CommanderError } from "commander"
import { VERSION } from "../version"
import { type LoginOptions, type LogoutOptions, login, logout } from "./commands/account"
import { CLAIMS, claim } from "./commands/claim"
import { doctor } from "./commands/doctor"
import { type LimitOptions, limits } from "./commands/limits"
import { mcp } from "./commands/mcp"
import {
  type ListOptions,
  listMarkets,
  listTokens,
  showPortfolio,
  type WatchOptions,
  watch,
} from "./commands/read"
import { buy, execute, quote, sell, type TradeOptions } from "./commands/trade"
import { type Context, createContext, type GlobalOptions } from "./context"
import { EXIT, type ExitCode, toExitCode, UsageError } from "./exit-codes"
import { formatError, type Io } from "./output"
import type { ActOptions } from "./perform-action"

const EXIT_CODES = `
Exit codes: 0 done, 1 failure, 2 usage, 3 not signed in, 4 refused by the service, 5 beyond the signer's limits,
6 reverted, 7 network.

Environment: ATOLL_URL, ATOLL_KEY, ATOLL_PRIVATE_KEY or ATOLL_KEYSTORE with ATOLL_KEYSTORE_PASSWORD, ATOLL_LIMITS,
ATOLL_RPC_URL (a node of your own, against which amounts and prices are checked before a signature).`

/** Runs the command of these arguments, and returns its exit code. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  let exit: ExitCode = EXIT.done
  const isJson = args.includes("--json")
  // Programs get the error of wrong arguments as JSON, below.
  const writeUsage = isJson ? () => {} : io.writeError
  const program = createProgram(io, writeUsage, (code) => {
    exit = code
  })
  try {
    await program.parseAsync([...args], { from: "user" })
  } catch (error) {
    const exitCode = toExitCode(error)
    if (!(error instanceof CommanderError)) io.writeError(formatError(error, isJson))
    // For people, commander has already printed its message.
    else if (isJson && exitCode !== EXIT.done) {
      io.writeError(formatError(new UsageError(error.message.replace(/^error: /, "")), true))
    }
    return exitCode
  }
  return exit
}

type Run<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<unknown>

function createProgram(
  io: Io,
  writeUsage: (text: string) => void,
  setExit: (code: ExitCode) => void,
): Command {
  const program = new Command("atoll")
  /** An action of commander, which passes the command itself last. */
  const run =
    <Args extends unknown[]>(action: Run<Args>) =>
    async (...args: [...Args, Command]) => {
      const command = args.at(-1)
      const own = command instanceof Command ? command.opts<GlobalOptions>() : {}
      const context = await createContext(io, { ...program.opts<GlobalOptions>(), ...own })
      const values = args.slice(0, -1) as Args
      await action(context, ...values)
    }
  program
    .description("Trades on Atoll, and reads it.")
    .option("--url <address>", "address of the service (ATOLL_URL; default http://localhost:3000)")
    .option("--json", "answer in JSON")
    .option("--limits <file>", "limits of the signer (ATOLL_LIMITS)")
    .addHelpText("after", EXIT_CODES)
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: writeUsage })
    .helpOption("-h, --help", "show help")
    .version(VERSION, "-V, --version", "show the version")
  addReading(program, run)
  addWriting(program, run)
  program
    .command("mcp")
    .description("serve MCP on standard input and output, signing within the limits")
    .action(run(mcp))
  program
    .command("doctor")
    .description("check service, key, wallet and limits")
    .action(
      run(async (context) => {
        if (!(await doctor(context))) setExit(EXIT.failure)
      }),
    )
  return program
}

type Runner = <Args extends unknown[]>(
  action: Run<Args>,
) => (...args: [...Args, Command]) => Promise<void>

function addReading(program: Command, run: Runner) {
  const listing = (name: string, description: string, list: Run<[ListOptions]>) =>
    program
      .command(name)
      .description(description)
      .option("--search <text>", "part of a name or symbol")
      .option("--limit <count>", "number of rows; default 20")
      .option(
        "--sort <order>",
        "volume (default), liquidity, newest, oldest, or ending for markets",
      )
      .action(run(list))
  listing("tokens", "list tokens", listTokens)
  listing("markets", "list markets", listMarkets).option("--status <status>", "such as active")
  program
    .command("portfolio")
    .description("show what a wallet has")
    .argument("[wallet]", "default: your own")
    .action(run((context, wallet: string | undefined, _: object) => showPortfolio(context, wallet)))
  program
    .command("quote")
    .description("say what an action would do, such as: quote token.buy token=0x… amount=10")
    .argument("<action>")
    .argument("[fields...]", "name=value; amounts are decimals")
    .action(
      run((context, name: string, fields: string[], _: object) => quote(context, name, fields)),
    )
  program
    .command("watch")
    .description("print rows of streams as they come, such as: watch trades blocks")
    .argument("<topics...>")
    .option("--after <cursor>", "go on behind an event")
    .option("--count <rows>", "end after so many rows")
    .action(
      run((context, topics: string[], options: WatchOptions) => watch(context, topics, options)),
    )
}

const withActing = (command: Command) =>
  command
    .option("--dry-run", "sign nothing, and say what would be signed")
    .option("--yes", "do not ask for a confirmation")

const withTrading = (command: Command) =>
  withActing(command)
    .option("--outcome <name>", "number or text of a market's outcome")
    .option("--slippage <percent>", "how much less is accepted; default 1")
    .option("--min-out <amount>", "the least that is accepted, whatever is quoted")

function addWriting(program: Command, run: Runner) {
  program
    .command("login")
    .description("sign in, and keep the key")
    .option("--replace", "delete the key that the wallet has at the service, without asking")
    .option("--dry-run", "change nothing, and say what would be done")
    .action(run((context, options: LoginOptions) => login(context, options)))
  program
    .command("logout")
    .description("remove the kept key")
    .option("--revoke", "delete it at the service, too")
    .option("--dry-run", "change nothing, and say what would be done")
    .action(run((context, options: LogoutOptions) => logout(context, options)))
  withTrading(program.command("buy"))
    .description("buy a token, or shares of a market, for USDB")
    .argument("<token>", "address, symbol or TIDE; with --outcome a market")
    .argument("<usdb>", "what is paid")
    .action(run((context, ...args: [string, string, TradeOptions]) => buy(context, ...args)))
  withTrading(program.command("sell"))
    .description("sell a token for USDB, or offer shares of a market")
    .argument("<token>", "address, symbol or TIDE; with --outcome a market")
    .argument("<amount>", "of the token, or shares")
    .option("--price <usdb>", "for each share")
    .action(run((context, ...args: [string, string, TradeOptions]) => sell(context, ...args)))
  withActing(program.command("claim"))
    .description(`collect what waits for you: ${CLAIMS.join(", ")}`)
    .argument("<kind>")
    .argument("[id]", "market, schedule or loan")
    .action(
      run((context, ...args: [string, string | undefined, ActOptions]) => claim(context, ...args)),
    )
  withActing(program.command("execute"))
    .description("perform any action, such as: execute vault.wrap amount=5")
    .argument("<action>")
    .argument("[fields...]", "name=value; amounts are decimals")
    .action(run((context, ...args: [string, string[], ActOptions]) => execute(context, ...args)))
  program
    .command("limits")
    .description("show or set what may be signed on this computer; `none` takes a limit away")
    .option("--per-action <usdb>", "most USDB of an action")
    .option("--per-day <usdb>", "most USDB of a UTC day")
    .option("--confirm-above <usdb>", "ask above it")
    .option("--max-slippage <percent>", "most that a trade may give less than quoted; default 3")
    .option(
      "--actions <names>",
      "names separated by commas, or all; what is named is signed also where its worth is unknown",
    )
    .option("--expires <time>", "from when on nothing is signed")
    .option("--dry-run", "change nothing, and show what would be set")
    .action(run((context, options: LimitOptions) => limits(context, options)))
}

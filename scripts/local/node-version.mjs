// Imported first by the commands, so that an old Node gives one clear sentence and no stack trace.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed.\n` +
      "Install it from https://nodejs.org and run the command again.",
  )
  process.exit(1)
}

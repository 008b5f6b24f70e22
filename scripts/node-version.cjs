// Runs before every command, on any Node version, so it uses only old syntax.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Carillon needs Node 22.19 or newer; this is ${process.execPath} ${process.version}. ` +
      "On Linux and Intel Macs `npm ci` brings the right one with it; elsewhere install it."
  )
  process.exit(1)
}

// Keeps what Node has compiled for the next command, which then starts in half the time. Does nothing where it cannot write.
require("node:module").enableCompileCache(`${__dirname}/../node_modules/.cache/carillon/compiled`)

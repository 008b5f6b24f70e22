// A node that serves the API and carries calls on one event loop: the server of `carillon serve`, and the calls of the
// media bench. The process reports the port of the calls; the API listens on PORT.

process.argv.splice(2, process.argv.length, "serve")
await import("./media-engine.ts")
await import("../../src/cli.ts")

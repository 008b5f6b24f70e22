import { runCommand } from "./command-line.ts"
import { runMain } from "./platform/lifecycle/Lifecycle.ts"

runMain(runCommand(process.argv.slice(2)))

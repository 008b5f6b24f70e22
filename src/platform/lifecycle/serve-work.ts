import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"

/** Answers the tasks of a `WorkThread` one by one. Buffers to `transfer` change hands without a copy. */
export const serveWork = <Task, A>(
  work: (task: Task) => { readonly result: A; readonly transfer: ReadonlyArray<ArrayBuffer> }
): void => {
  // Live calls go first where cores are few. Only Linux has a priority for each thread.
  if (process.platform === "linux") setPriority(0, 5)
  parentPort?.on("message", (task: Task) => {
    const { result, transfer } = work(task)
    parentPort?.postMessage(result, [...new Set(transfer)])
  })
}

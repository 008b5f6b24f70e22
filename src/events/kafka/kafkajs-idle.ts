import RequestQueue from "kafkajs/src/network/requestQueue/index.js"

/**
 * kafkajs sets a timer each time it checks a connection's queue, even when the queue is empty, so
 * it checks again a millisecond later, for ever: an idle process would use 4 % of a core for each
 * connection. This patch skips the check of an empty queue.
 */
const schedule = RequestQueue.prototype.scheduleCheckPendingRequests
RequestQueue.prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this)
}

import RequestQueue from "kafkajs/src/network/requestQueue/index.js"

/**
 * kafkajs sets a timer each time it looks at a connection's queue, also when that is empty, and so looks again a millisecond
 * later, for ever: an idle process would use 4 % of a core for each connection. A queue that is empty needs no look.
 */
const schedule = RequestQueue.prototype.scheduleCheckPendingRequests
RequestQueue.prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this)
}

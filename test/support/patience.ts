/**
 * How long is waited for what is to come, in milliseconds. Long, since a test is to give up only where nothing would come,
 * however much else the machine has to do; and less than a test has, so that it can say for what it waited.
 */
export const patience = 220_000

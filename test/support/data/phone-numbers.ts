let phoneNumbers = 0

/** Returns a phone number that is new in this process. */
export const newPhoneNumber = () => `+9198${String(++phoneNumbers).padStart(8, "0")}`

// What we take for an e-mail address, a customer's or an owner's: what the API's schemas call "email".

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const LONGEST = 254
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

export const isEmailAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text)

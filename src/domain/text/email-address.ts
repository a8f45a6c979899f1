// E-mail addresses that we accept, equal to the format "email" of the API's schemas.

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const LONGEST = 254
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

export const isEmailAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text)

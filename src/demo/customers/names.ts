// Proper names in the demo. They work in Spanish and in English, because a name is stored once for all readers. The
// console's banner says that everything is simulated; mountpoints say it too, because rovers see them without a banner.

export const NETWORK_NAME = 'Anáhuac RTK'
export const NETWORK_MOUNTPOINT = 'RED_SIM'
export const TOKEN_NAME = 'ERP'
/** RFC 2606 reserves .example: these addresses never exist. */
export const MAIL_DOMAIN = 'mail.example'

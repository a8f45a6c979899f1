export const es = {
  login: {
    title: 'Inicie sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    enter: 'Entrar',
    forgotten: '¿Olvidó su contraseña?',
    askAdministrator: 'Pida un enlace nuevo a un administrador.',
    or: 'o',
    withOrganization: 'Entrar con la cuenta de su organización',
  },
  forgotten: {
    title: 'Restablezca su contraseña',
    hint: 'Escriba el correo de su cuenta y le enviaremos un enlace para elegir una contraseña nueva.',
    email: 'Correo electrónico',
    send: 'Enviar enlace',
    asked: (email: string) =>
      `Si existe una cuenta con ${email}, recibirá un enlace en unos minutos. El enlace funciona una sola vez.`,
    notThere: '¿No lo recibió? Revise la carpeta de correo no deseado o pida ayuda a un administrador.',
    back: 'Volver al inicio de sesión',
  },
  secondFactor: {
    title: 'Segundo factor',
    hint: 'Escriba el código de su aplicación de autenticación, o uno de sus códigos de recuperación.',
    code: 'Código',
    enter: 'Verificar',
    back: 'Volver a empezar',
  },
  setup: {
    title: 'Bienvenido a Vértice',
    hint: 'Cree la cuenta del primer administrador. Este enlace funciona una sola vez.',
    network: 'Nombre de la red',
    networkHint: 'Lo ven sus clientes. Puede cambiarlo después.',
    name: 'Su nombre',
    create: 'Crear cuenta',
  },
  welcome: {
    title: 'Elija su contraseña',
    hint: (email: string) => `Para ${email}. El enlace funciona una sola vez.`,
    save: 'Guardar y entrar',
  },
  factor: {
    title: 'Active el segundo factor',
    why: (email: string) => `El rol de ${email} exige un segundo factor. Actívelo para continuar.`,
    how: 'Necesita una aplicación de autenticación en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator o Aegis. Toma un minuto.',
  },
  sso: {
    title: 'Iniciando sesión',
    failed: 'No se pudo iniciar sesión',
    done: { home: 'Inició sesión', confirmed: 'Confirmado' },
    closeThis: 'Puede cerrar esta pestaña y continuar en la otra.',
  },
  passwordHint:
    'Al menos 12 caracteres. Use varias palabras sin relación entre sí. No se aceptan contraseñas comunes ni su nombre.',
  reveal: 'Mostrar u ocultar la contraseña',
  toLogin: 'Ir al inicio de sesión',
}

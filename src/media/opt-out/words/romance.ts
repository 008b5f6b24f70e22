import type { Words } from "../grammar.ts"
import { netOf } from "../phrases.ts"

// Besides the notation of the phrases, `(?! …)` is what must not follow, `(?<! …)` what must not precede, and `{0,3}`
// how often a group may stand.

// Spanish: "call" and its likes in commands, after "to", and as what another person keeps doing.
const llame =
  "(llame*|marque*|moleste*|contacte*|telefonee*|fastidie*|acose*|incordie*|hostigue*|importune*|joda*|chingue*|timbre*|hable*|escriba*)"
const llamar =
  "(llamar*|marcar*|molestar*|contactar*|telefonear*|fastidiar*|acosar*|incordiar*|hostigar*|importunar*|joder*|timbrar*|dar (la )?lata|romper*)"
const llamando =
  "(llamando*|marcando*|molestando*|insistiendo*|fastidiando*|acosando*|telefoneando*|incordiando*|jodiendo*)"
const nuncaMas =
  "(nunca mas|nunca|jamas|mas(?! (tarde|temprano|adelante|bien|despacio|alto|veces|de (las|una|dos|tres|la)))|en la vida|en su vida|en tu vida)"
const borre =
  "(borr(e|a|ar|en|es|ad|aran|ase)*|quit(e|a|ar|en|ad|aran|asen)*|elimin(e|a|ar|en|ad|aran|asen)*|saque*|sacara*|saca|sacar|sacad|sacame|retir(e|a|ar|en)|tache*|tachar|suprim(a|e|ir|an)|bloque(e|a|ar|en)|descarte*|pierda*)"
const miNumero = "(mi|este) (numero|telefono|nombre|contacto|movil|celular|registro)"

const spanishWords: Words = {
  call: "llam*|marcar*|marque*|marcan*|telefone*|contact*|comunic*|molest*",
  again: "más|de nuevo|otra vez|nunca|jamás|volver*|vuelv*|vuelvan|sigu*|sigan|si|próxim*|contin*",
  record: [
    "todo (lo que|cuanto) … … (sobre|de) (mi|nosotros)",
    "(mi|mis|este|nuestro) … (número|nombre|datos|teléfono|información|contacto|celular|móvil)",
    "de (su|sus|vuestra) (base|lista|sistema|registro|listado*|agenda)"
  ],
  remove: "borr*|elimin*|quit*|saqu*|sac*|retir*|supr*|tach*|remuev*|remov*",
  stop: [
    "(ya está bien|paren|pare|paradlo|ya basta)( ya)?$",
    "(me|nos) tien* (hart*|cansad*|loc*|podrid*|hasta *)|(hart*|podrid*) con",
    "deje de|dejen|dejad de|deja de|pare* de|basta|cese*|paren|suspend*|no más|terminen (con|de)",
    "ya estuvo|ya párenle"
  ],
  dontCall: "",
  dontTry: [
    "no (insist*|intent*|pierda*|se moleste*|lo intent*|se les ocurra)",
    "ni (se (les|le) ocurra|intent*|lo intent*)|que no insist*|es inútil"
  ],
  consent: "consentimient*|autorizaci*|permis*",
  withdraw: "retir*|revoc*|cancel*|anul*",
  forbidden: [
    "no (los|les|le|lo|la|las) (he )?(autoric*|autorizado)",
    "no (les |le |los |la |lo |he |tiene* |tienen |di |doy |es |está* ){0,4}(autoriz*|permiso|permit*|derecho|acept*|consient*|consent*|mi permiso)",
    "prohib*|me (opongo|niego)|sin mi (consentimiento|permiso|autorización)|jamás (autoric*|acept*|di)",
    "nunca (autoric*|acept*|di|firm*)|rechazo|no tolero|no pueden|no deben|no debe"
  ],
  harassment: "(esto|esta|eso|ya) (ya )?(es|parece|se llama) … (acoso|hostigamiento|persecución)",
  threat: [
    "policía|denunci*|abogad*|demand*|profeco|condusef|legal*|tribunal*|juez|agencia de protección",
    "querell*|reclam*|consumo|autoridad*",
    "reporto|reportar*|reportaré"
  ],
  goOn: "si (no )?(sig*|contin*|insist*|dejan|deja|paran|para|vuelv*|persist*)",
  how: [
    "cómo (hago|puedo|le hago|se hace|hay que hacer)|qué (tengo que|debo|hay que) hacer",
    "hay (alguna )?(forma|manera)|puedo|quién"
  ],
  escape: "que no|para no|dejar de|darme de baja|parar|salir|quitar*|cancelar|borrar*|evitar|bloquear|detener",
  last: "(que |esta |sea |es |será |espero ){1,4}(esta )?(sea )?la última (vez|llamada)",
  block: [
    "(los |lo |las |la |les |te |voy a |estoy ){0,3}(bloqueo|bloquear*|bloqueando|bloqueé) … (número|teléfono|los|lo)",
    "(los|lo|las) (bloqueo|bloquearé|voy a bloquear)|voy a bloquear*"
  ],
  optOut: [
    "nadie quiere (volver a )?(saber|hablar|recibir|que (nos|me) llam*)",
    "no (quiero|queremos|deseo) (volver a )?(oir|escuchar) (mas |nada )?(nada |mas )?de (ustedes|vosotros|usted|su)",
    "(este|mi) numero (ya )?no (lo |me lo )?(vuelv* a (usar|marcar|utilizar|llamar)|(us|utilic|marqu)* (mas|nunca))",
    "no (vuelv* a |)(usar|utilizar|marcar) (mas )?(este|mi) numero",
    "(quit*|saqu*|borr*|elimin*)(me|nos) de (ahí|allí|aquí|todo|todos|una vez)",
    "cuánt(a|o)s? veces … … (decir*|repet*) … no (llam*|marqu*|molest*)",
    "lista robinson|lista de (no llam*|exclu*)|derecho (de|a la) (oposición|supresión|cancelación|olvido)",
    "(darme|dar|denme|deme|dénme|dame|dadme|me (da|das|dan)) de baja de (est*|sus|las|tus|todas sus) (llam*|list*)",
    "cancel* mi (suscrip*|registro) … llam*|(pido|pedimos|ruego) que no (insist*|molest*|llam*)",
    "(no hace falta|no es necesario|no necesito) que (me|nos) (vuelv*|llam*) … (otra vez|de nuevo|más|llamar*)"
  ],
  othersCall:
    "(banco|bancos|compañía|compañías|empresa|empresas|operadora|otra|otros|otras|los de|las de|herman*|espos*|vecin*|suegr*|ex|gente|movistar|claro|telcel|ellos) … … (llaman|llama|paran|para|dejan|deja|molestan|molesta|acosan|acosa|marcan)",
  whoSaid: "(quién|de dónde) … (dijo|dice|sac*) … … no *",
  others: [
    "banco|compañía|empresa|herman*|espos*|marido|mujer|hij*|madre|padre|mamá|papá|vecin*|jef*|claro",
    "telcel|movistar|telmex|amig*|novi*|prim*"
  ],
  told: "(dije|dijo|dijeron|pedí|pidió|pidieron|he dicho|quiere|molesta*)",
  someday: "(si|cuando) (algún día|alguna vez|un día|ya no|no quiero|llegara)",
  willTell: "(les |le |te |os )?(aviso|avisaré|digo|diré|informo|haré saber|llamo yo)",
  oldOne: "viej*|anterior*|antigu*",
  newOne: "nuev*|cambi*|est*|otr*",
  past: "ayer|anteayer|anoche|antier|la semana pasada",
  refrain:
    "abst(e|é)n*|evit(e|en|ar|ad)|(no hace falta|no es necesario|no hay necesidad de|no necesit*) que(?! (me |nos )?*( me)? mas veces)|absteng*",
  keep: [
    "no (me|nos|lo|la) (quite*|saque*|borre*|elimine*|retire*|tache*|den|de|des) (de|del|de baja)( …)? (lista*|base|registro*|sistema|agenda)"
  ],
  quote: [
    "si (yo )?(digo|dijera|les digo)( que)? no",
    "(nunca|jamas) (les |le |te )?(pediria|diria|pedire)",
    "(nunca|jamas|no) (les |le |os )?(pedi|dije|he pedido|he dicho) a (nadie|ninguno)|^(alguien|quien) … (pidio|dijo|dicho|pedido)",
    "(nunca|jamas|tampoco) (les |le |te |os |lo )?(he |habia )?(dije|dicho|pedi|pedido) que (ya )?no",
    "^(y |pero |luego |entonces |solo |me |nos |el |ella |alguien )*(dijo|dijeron|decia|decian|grito|contesto|respondio) (que )?(ya )?no",
    "(hay |la |mucha )?gente (que )?(dice|pide|contesta)|(dijo|dijeron|decia) … … … … (colgo|colgaron)"
  ],
  neitherNor: "ni (hoy|ahora|mañana) ni *",
  often: "(dos|tres|cuatro|cinco|seis|diez|mil|muchas|tantas) veces|(todos los|cada) días?|toda la semana",
  stillCall: "sig(ue|uen|ues) (llamando|llamandome|molestando)*",
  goOnPlease: [
    "no (quiero|quisiera) que … (deje* de|paren|borre*)|no (retiro|revoco|cancelo)",
    "por qué (dejaron|dejó|han dejado|pararon)"
  ]
}

export const spanish = netOf({
  words: spanishWords,
  ever: [
    "(este|ese|esto) es … (trabajo|oficina|empresa|negocio) (por favor )?(ya )?no (me )?(llame|llamen|marque|marquen) (más )?(aquí|acá|a este número)",
    "(de|den|dar|date|dame|deme|denme|denle|darle) de baja (a )?(mi|este) (numero|telefono|celular|linea de (sus|las) llamadas)",

    "no (quiero|quisiera|deseo) (seguir|estar|aparecer|figurar|continuar) (mas )?en (su|sus|esta|ninguna|ningun|vuestra) (base*|lista*|sistema*|registro*|agenda)( …)?",
    "(no (autorizo|permito|acepto|consiento)|prohibo|prohibimos) (a nadie )?(que|el uso de|usar|utilizar) … … (mi|este|mis) (numero|telefono|datos)",
    "(mi|este) (numero|telefono) (me )?(lo |la )?(ya )?(borran|borre|borren|borra|eliminan|elimine*|quitan|quite*|sacan|saquen|saque)( ya| ahora mismo| por favor)?",
    `(ya )?no (me|nos|le|lo) ${llame} … ${nuncaMas}`,
    `(ya )?no ${llame} (aqui |por favor |a este numero |a mi casa |a esta casa )?${nuncaMas}`,
    `${nuncaMas} (en la vida |en su vida )?(me |nos )?(vuelva* a ${llamar}|${llame})`,
    `no (me |nos )?(vuelva*|volviera*|volviese*|volvais|volver) (nunca |jamas )?a (${llamar}|hacerlo)`,
    `(?<!no )(deje*|dejas|deja|dejad|dejara*|dejase*|dejar|pare*|para|parad|parar|cese*|cesar|termine*|acabe*|basta|stop) (ya |por favor |de una vez |inmediatamente |ahora mismo )?(ya |por favor |de una vez |inmediatamente )?(de|con) (estar |una vez de |tanto )?(${llamar}|${llamando}|tantas llamadas|(las|sus|estas|esas) llamadas|insistir*|hacer(me|nos)? llamadas)`,
    `${borre} (por favor |ya |todo |inmediatamente |de una vez )?(${miNumero}|(todos )?mis datos)`,
    `${borre}(me|nos|melo|nmelo) (ya |por favor )?(de|el numero|el telefono) … (lista*|base|registro*|sistema|agenda|fichero*|base de datos)`,
    "(quit*|saqu*|sac*|borr*|elimin*|retir*|tach*|bloque*)(me|nos) (el|mi) (numero|telefono)",
    "(quitar|sacar|borrar|eliminar|retirar)(me|nos)? (mi numero|este numero|de (la|su|sus|esta|esa|las) (lista*|base*|registro*|sistema))",
    "(me|nos) (quite*|saque*|borre*|elimine*|retire*|quitara*|sacara*|borrara*|eliminara*|retirara*|tache*) (ya |por favor )?(de|del) … (lista*|base|registro*|sistema|agenda)",
    "(olvide*|olvida*|olvidad*|olviden*)( ya| por favor)?( de)? (mi|este) (numero|telefono)",
    "olvid(ese|ense|ate|aos) (de (mi|nosotros|este numero)|que existo)",
    "(no|ni) (quiero|deseo|queremos|quisiera|acepto|necesito|me interesa*) (volver a )?(recibir )?(ni )?(ninguna |otra |una |ni una )?(mas |sola )?(de )?(sus |estas |esas |tus |este tipo de )?llamad*",
    "no (quiero|deseo|queremos|quisiera) (volver a )?(ser )?(contactad*|molestad*|llamad*|recibir|recibir nada|oirlos|escucharlos|oir de ustedes)( mas| nunca)?( …)? (ustedes|llamad*|mas)",
    `no (quiero|queremos|deseo|quisiera|necesito|hace falta|es necesario|me gustaria|hay necesidad de) que (usted |ustedes |nadie |su empresa |vosotros )?(me |nos )?(vuelva* a ${llamar}|sigan ${llamando}|esten ${llamando}|${llame} ${nuncaMas})`,
    `no (quiero|queremos|deseo|quisiera) que (usted |ustedes |nadie |su empresa |vosotros )?(me |nos )${llame}`,
    `no (me |nos )?(siga*|sigais|continue*|este*|anden|ande) (mas )?(todo el (dia|rato) )?${llamando}`,
    `no (quiero|queremos|deseo|quisiera) que (nadie|ninguno|ustedes|usted|su|vuestra)( …) (me|nos) (vuelva* a )?${llame}`,
    "(ni una|ninguna) (sola )?llamada mas|(cero|no mas|se acabaron las|ya esta bien de|fin a las) llamadas( mas)?",
    "(me|nos) (deje*|dejeis) (ya |de una vez |por favor )?(en paz|tranquil*)( …)?",
    "(dejeme*|dejenme|dejame*|dejadme|dejennos|dejenos|dejadnos) (ya |de una vez |todos |por favor )?(en paz|tranquil*)",
    "(retiro|revoco|cancelo|anulo|retirar|revocar|retiramos|quito) (por la presente |desde ya )?(mi|el|la|todo|todo el|cualquier) (consentimiento|autorizacion|permiso)",
    "(no|nunca|jamas) (les |le |te |os )?(doy|di|he dado|dimos|autorice|autorizo|permito|consiento|tienen|tiene|teneis) (mi |ningun |el )?(permiso|consentimiento|autorizacion|que me llam*|llamad*|a llamar*|a que me llam*)( …)?",
    "(me opongo|no acepto) (a )?(que (me|nos)|recibir|las|mas|sus|cualquier|estas) (llam*|publicidad|contact*)",
    "(prohibo|prohibido|prohibimos) (que )?(me |nos )?(vuelva* a )?llam*",
    `(ni )?se (le|les|te|os) ocurra (volver a )?${llamar}`,
    "(sea|ser) (esta )?la ultima (vez|llamada)( que (me |nos )?llam*)?",
    "(favor|gentileza|bondad) de no (volver a )?(llamar*|molestar*|marcar*|contactar*)( mas)?",
    "(pierda*|pierdan|pierde|tire*|bote*) mi numero",
    "no (use*|utilice*|usen) (mas )?(mi|este) (numero|telefono)( mas| para)?( …)?",
    "no (me|nos) (rompa*|hinche*|jod*) mas( …)?",
    "(no|nunca) (tiene*|tienen|debe*|deben|deberian|puede*|pueden) (por que |que )?(volver a (llamar*|molestar*)|seguir (llamando*|molestando*)|llamar(me|nos) (mas|nunca|jamas))",
    "(no (tiene*|tienen) por que|(no|nunca) (deben|debe|deberian)) (estar )?llam(ar|ando)(me|nos)",
    // Threats that a further call has consequences.
    "(si|como|vez que) (me |nos |usted |ustedes |lo )?(vuelv*|sig*|llam*|insist*|molest*|recib*|continu*)( …)( …) (denunci*|policia|abogad*|demand*|querella*|tribunales|juzgado|profeco|consumo|indecopi|sernac)",
    "(denunci*|policia|abogad*|demand*|querella*|tribunales|juzgado|profeco|indecopi|sernac)( …) (si|como) (me |nos |ustedes |no dejan de |no paran de )?(vuelv*|sig*|llam*|insist*|molest*|continu*)( …)?",
    "(dar*|den|deme|denme|me den|me de|demos|damos) de baja( por favor| ya)? (de|en) (la|su|sus|esta|estas|este|todas|todo|toda) (lista*|llamadas|base*|registro*|sistema*|publicidad)",
    "(apunt*|pong*|inclu*|met*|anot*|agreg*)( …) lista (negra|de exclusion|robinson|de no)",
    "(hart*|cansad*|aburrid*|hasta las narices|hasta el gorro|hasta la coronilla) de (tantas |tanta |sus |estas |vuestras |recibir |que me |que nos |que esten )(llam*)( …)?",

    "(prohibo|prohibimos) que (me|nos) llam*",
    "se (le|les|te) ocurra (volver a )?llamar(me|nos)?( otra vez| de nuevo| mas)?",
    "(cansad*|hart*) de sus llamadas",
    "no (quiero|deseo) ninguna (otra )?llamada( mas)?",
    "no quiero (volver a )?saber (nada |mas )?de (ustedes|vosotros)",

    "ya no (me|nos) marque*",
    "no (me|nos) vuelva* a marcar",
    "olvide* (mi|este) numero",
    "(nunca|jamas) (mas )?(me|nos) (vuelva* a )?(llame*|contacte*|moleste*)",
    "no vuelva* a llamar(me|nos)?( a (este|mi) (numero|telefono))?",
    "no (me|nos) vuelva* a (llamar|molestar|contactar)",
    "(deje*|deja|pare*|para|basta) (ya )?de (llam*|molest*|acos*|marcar|telefonear|insistir)",
    "basta de (llamadas|llamar)",
    "(borre*|borra*|quite*|quita*|elimine*|elimina*|saque*|saca*|retire*|tache*|bloquee*) (mi|este) (numero|nombre|telefono)",
    "(borre*|elimine*|quite*) mis datos",
    "(quite*|saque*|saca*|borre*|elimine*|retire*|tache*)(me|nos) de … (lista|base|registro*|sistema)( …)?",
    "(quite*|saque*|borre*|elimine*)(me|nos) de( la| su| sus)? (lista|base|registro*|sistema)",
    "no (quiero|deseo|queremos) (volver a )?saber (nada )?(mas )?(nada )?de (ustedes|vosotros|su empresa)",
    "no (quiero|deseo|queremos) (recibir )?(mas )?(sus |estas )?llamadas( …)?",
    "no (quiero|deseo|queremos) recibir (mas )?(sus |estas )?llamadas",
    "no (quiero|queremos|deseo) que (me|nos) (vuelva* a )?(llam*|contact*|molest*)",
    "(dije|dicho|pedi|pedido|dijimos|pido|ruego|pedimos) (mil veces |ya |por favor )?que no (me|nos) (llam*|vuelva* a llamar|molest*)",
    "ya no (me|nos) (llame*|llamen|moleste*)",
    "(dejeme*|dejenme|dejame*) (ya )?en paz",
    "(retiro|revoco) (mi|el) consentimiento",
    "no (tiene*|tienen) (mi )?(permiso|autorizacion|consentimiento) (de|para) llamar*",
    "no autorizo (mas )?(llamadas|que me llam*)",
    "lista de no (llamar|molestar)",
    "lista robinson",
    "(de|dar|darme|denme|deme) de baja (mi numero|de (la|su) lista)",
    "favor de no llamar*( mas)?",
    "no se (le|les|te) ocurra volver a llamar*"
  ],
  plain: [
    "(^|por favor |favor )(pues |bueno |ya )?no llam(e|en|eis)( por favor| ya|)( no me interes*| porque *| que no *|$)",
    "(prefiero|preferiria|quisiera|quiero|me gustaria) no recibir (mas |sus |estas |ninguna |este tipo de )?llamadas",
    "no (quiero|deseo|queremos) (volver a )?ser (contactad*|llamad*|molestad*)",
    `no (me|nos) (${llame}|vuelva* a llamar)`,
    "no (llame*|llamen|llameis|marque*) (a|al) (este|mi|esta) (numero|telefono|casa|movil|celular)",
    "(quiero|quisiera|deseo|necesito|me gustaria) (que me den de|darme de) baja",
    `(pido|ruego|pedi|pedido|dije|dicho|exijo|agradeceria|agradezco|prefiero|preferiria|gustaria|solicito|suplico|quisiera|espero)( …)? que (ya )?no (me |nos )?(${llame}|(vuelva*|volviera*|volviese*) a ${llamar}|llamara*|llamase*|molestara*|contactara*)`,
    `(pido|ruego|agradeceria|agradezco|prefiero|preferiria|puede*|podria*|pueden|favor) no (volver a )?${llamar}`,
    "no llamar mas",
    "^(por favor |favor |pues |y |ya |mejor ){0,3}((?<=favor )no (le |les |la |lo )?(llame|marque|moleste|contacte)|no (le |les |la |lo |me le )?(llamen|llames|marquen|marques|molesten|molestes|contacten|telefoneen|acosen)) (mas |nunca mas |ya )?a (mi|mis|nuestra|nuestro|nuestros) (pobre )?(mama|mami|madre|papa|padre|papas|padres|esposa|esposo|mujer|marido|hija|hijo|hijos|hermana|hermano|abuela|abuelo|abuelita|abuelos|tia|tio|suegra|suegro|novia|novio|familia)(?!( [^ ]+){0,15} (llam*|marqu*|habl*|mejor|mi|yo|conmigo|sino|pero|de noche|los|el))",
    "^(por favor |favor |pues |y |mejor )?ya no (marquen|marques|marqueis|telefoneen|insistan|molesten)( mas| aqui| aca| por favor| otra vez| nunca){0,3}$",
    "^(por favor |favor |pues |y |mejor )?no (marquen|marques) (mas|nunca|otra vez|de nuevo|por favor)( por favor)?$"
  ],
  limits: [
    "ahora|hoy|manana|luego|despues|mientras|cuando|durante|temprano|tarde|pronto",
    "tanto|tan (seguido|a menudo)|a cada rato|(una|dos|tres) (vez|veces) (al|por|a la)|menos veces",
    "antes de|hasta|por la (manana|tarde|noche)|a (esta|esa)s? horas?",
    "(el|los) (lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)",
    "(al|en el|a mi|a la|en la) (trabajo|oficina|fijo|tienda|empresa)",
    "esta (semana|tarde|manana|noche)|este (mes|ano)|(senora|senor|senorita|don|dona)",
    "si|a menos|(yo|ya) (le|la|lo|te|les) (llamo|llamare)|usted( yo)?",
    "(linea|internet|gimnasio|servicio|contrato|seguro|suscripcion|boletin|plan|tarjeta|luz|gas|club|television|movil|newsletter)",
    "(hable*|escriba*|toque*) (en|de|a)",
    "(molest*|fastidi*|hable*) (con|el|la|los|las|eso|esto|que|asi|mal|ya)"
  ],
  span: {
    time: "esta semana|este (mes|año)|(por|durante) (un|una|dos|tres|unos|unas) *|por hoy|(?<!(de|desde) )hoy(?! en)|hasta (?!nunca|luego|siempre|pronto|la vista|jamás)*|en (las |mis )?vacaciones",
    again: "más|mas|de nuevo|otra vez|(vuelv*|volver) a",
    within: 1
  },
  denials: [
    "(dije|pedi) a (?!(usted|ustedes|su|sus|la|una|un|el|los|otro|otra|tu|todos|alguien) )* (que|de) no",
    "hasta (el|que|la|las|manana)|antes de(l| las| la)",
    "no (deje*|pare*|dejen) de",
    // A limit right behind the verb, and another way to call.
    "(llame*|llamar*|moleste*|molestar*|marque*|contacte*|contactar*)( mas| nunca)?( a casa| aqui)? ((tan )?(tarde|temprano|pronto|seguido)|por (la|las) (noche*|manana*|tarde*)|de (noche|madrugada)|a (estas|esas|esta|esa) horas?|(los|el) (lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|fines?)|en horario|durante|mientras|antes|despues|cuando|hoy|manana|esta (tarde|noche|semana)|(al|en el|a mi) trabajo|a la oficina|en la oficina)",
    "(llame|llamen|llama|llamad)(me|nos) (al|a mi|a la|a otro|a casa|otr*|manana|luego|mas tarde|cuando|por|mejor|despues)",
    "mi numero (viejo|antiguo|anterior)|mi numero de (cliente|cuenta|pedido|referencia|contrato|tarjeta|socio)",
    "no (quiero|quisiera) que (me |nos )?(deje*|pare*|borre*|quite*|elimine*)|no (borre*|quite*|elimine*|bloquee*|retire*) (mi|mis|este)",
    "(mi|el|la) (ex|exmarido|exnovio|novio|novia|jefe|jefa|suegra|colegio|escuela|otra|otro|gente)( …)? (llam*|molest*|marc*|dej*|par*)( …)?",
    "(quiere* decir|significa|o sea|entonces) que( …)? (llamar*|llaman)",
    "(en paz|tranquil*) (un|una|dos|cinco|unos|por|hoy|esta) ?(momento|minuto*|rato|segundo*|hoy|momentito|noche|tarde)?",
    "(llame*|llamen|moleste*) mi (ex*|madre|padre|jef*|suegr*|herman*|hij*|vecin*|novi*|prim*)",
    "si no (me|nos) (llam*|contact*|devuelv*)",
    "(van|va|vas|vais) a dejar de",
    "(que pasa|que ocurre|como hago|como se hace) si",
    "no (dije|digo|he dicho|dijimos|pedi)( …)?",
    "(hermano|hermana|marido|esposo|esposa|mujer|hijo|hija|madre|padre|vecin*|jefe|medico|amig*|el|ella|ellos) (me |le |les |te |nos )?(dijo|dice|dijeron|pidio|quiere|ha dicho)",
    "(banco|empresa|compania|vecin*|gente) no (deja*|para*) de",
    "por que (ya )?no (me|nos|han|ha|he|volvieron)",
    "no me llam(o|e|a|an) (asi|carlos|nunca del)"
  ],
  alone: [
    "(ya )?(basta|pare|paren|para)( ya| por favor)?",
    "(stop|alto)",
    "(por favor |ya )?(quiero |quisiera )?(dar(me)?|deme|denme|dame|dadme|me (da|das|dan|puede dar|puedes dar|pueden dar|podria dar|podrian dar)) de baja( por favor| ya| ahora mismo)?",
    "baja"
  ],
  promises: [
    "no (le|la|lo|te|les) (volveremos|volvere|vamos|voy) a (volver a )?(llamar|molestar|contactar)",
    "no volveremos a (llamarle|llamarla|llamarlo|llamarte|llamarles|molestarle|contactarle)",
    "(nunca mas|ya no|no) (le|la|lo|te|les) (llamaremos|llamare|contactaremos|molestaremos)( mas| nunca| de nuevo)?",
    "no (recibira|recibiras|va a recibir) mas llamadas",
    "(hemos|he) (eliminado|borrado|quitado|retirado) su (numero|telefono|nombre)",
    "(eliminaremos|borraremos|quitaremos|retiraremos) su (numero|telefono|nombre)",
    "su numero (ha sido|fue|sera|queda) (eliminado|borrado|retirado)"
  ]
})

// French: "call" and its likes in commands, after "to", and in "that you call"; apostrophes are no letters.
const appelez =
  "(appelez|appelle|appelles|rappelez|rappelle|telephonez|derangez|contactez|harcelez|embetez|importunez|sollicitez|emmerdez|demarchez|relancez|recontactez)"
const appeler =
  "(r?appeler|telephoner|deranger|contacter|harceler|embeter|importuner|solliciter|emmerder|joindre|demarcher|relancer|recontacter|passer des appels|casser les pieds)"
const appelle =
  "(r?appel(le|iez|ez|ent|lent|assiez)|telephon(e|iez|ez|ent)|derang(e|iez|ez|ent)|(re)?contact(e|iez|ez|ent)|harcel(e|iez|ez|ent)|embet(e|iez|ez)|importun(e|iez|ez)|demarch(e|iez|ez)|sollicit(e|iez|ez)|relanc(e|iez|ez))"
const appele = "(r?appele*|(re)?contacte*|derange*|demarche*|harcele*|sollicite*|importune*|embete*|joint*)"
const me = "(me |m ?|nous )"
const plus = "(plus(?! (tard|tot|fort|lentement|doucement|vite|souvent))|jamais|plus jamais)"
const veux =
  "(veux|veut|voulons|voudrais|souhaite|souhaitons|souhaiterais|desire|desirons|aimerais|tiens a|tiens|accepte|accepterai)"
const arretez =
  "(?<!(a|ai|j'ai|as|ont|avez|avait|avons|avais|j'avais) )(arretez|arrete|arretes|arreter|arretiez|cessez|cesser|cessiez|cesse|stop|stoppez|stoppe|finissez|finissez en)"
const enlevez =
  "(?<!(a|ai|j'ai|as|ont|avez|avait|avons|avais|j'avais) )(enlev|retir|supprim|effac|ray|ot|radi|bloqu|jet|oubli|vir|desinscri|desabonn|sort|perd)(ez|er|e|iez|re|ir|vez|viez)"

const frenchWords: Words = {
  call: "appel*|*appel*|telephon*|contact*|demarch*|joindre|numero|sollicit*|derang*",
  again: "encore|plus|jamais|de nouveau|à l'avenir|rappel*|continu*|une fois|si|prochain*",
  record: [
    "tout ce que … … (sur|de) (moi|nous)",
    "(mon|mes|ce|notre|nos) … (numéro|nom|données|coordonnées|téléphone|infos|informations|contact)",
    "(de|des|du) (vos |votre |cette |la |toutes vos )?(liste*|fichier*|base*|système*|registre*)"
  ],
  remove: "*efface*|supprim*|retir*|*enlev*|*oublier|ray*|radi*|ôt*|ot*|desinscri*|sort*|vir*",
  stop: "arretez|arrete|arreter|arretiez|cess*|stop|ça suffit|ca suffit|assez|marre|fini*|finissez|halte",
  dontCall: "",
  dontTry: [
    "avisez (pas|plus|jamais) de|avise pas de",
    "(n )?(essayez|essayer|insistez|insister|tentez|insiste|essaye|essaie) (plus|pas)",
    "n'?(essayez|insistez|tentez|essaie|insiste) (plus|pas)|inutile (d|de)|pas la peine",
    "ne (perdez|vous fatiguez) pas"
  ],
  consent: "consentement|accord|autorisation|permission",
  withdraw: "retir*|revoqu*|annul*|repren*",
  forbidden: [
    "donn(e|ons|era) (pas|plus|jamais|aucune) (la |de |l'|le )?(permission|autorisation|accord|droit)",
    "(pas|jamais|plus|aucun) (le |l'|mon |donne |de |du ){0,3}(droit|autoris*|permis*|accept*|consent*|accord)",
    "interdi*|oppos*|refuse|defen(d|ds|se)|sans (mon )?(accord|consentement|autorisation)",
    "n'accepte (pas|plus)|naccepte (pas|plus)|eviter|evitez|aimerais autant que … ne",
    "pries (de )?ne (plus|pas|jamais)|prie de ne"
  ],
  harassment: "(c'?est|cela devient|ça devient|ca devient|ceci est|cest) (du |de |un )?(harcelement|acharnement)",
  threat: ["police|plainte|avocat*|cnil|tribunal|justice|gendarm*|signal*|dgccrf|bloctel|procès|juridique*", "saisir"],
  goOn: "si (ca|vous|ça|cela) (continu*|n'arret*|narret*|insist*|rappel*|persist*)",
  how: [
    "comment (faire|je|puis|peut|on|est|dois)|que (dois|faut)|quoi faire",
    "(est ce|y a t il|y a) … (possible|moyen)|je (voudrais|veux|souhaite|peux)"
  ],
  escape: [
    "ne plus|plus (être|recevoir|avoir)|arrêter|sortir|desinscri*|stopper|bloquer|eviter|enlever",
    "me débarrasser"
  ],
  last: [
    "(c'?est|cest|que ce soit|ce sera|soit|ce soit|espère que c'est) la dernière (fois|appel)",
    "(c'est|ce sera|que ce soit) (le |votre |mon )?dernier appel|dernière fois que (vous|tu) (m'?|me |nous )?(*appel*|derang*|telephon*)"
  ],
  block: [
    "(je )?(vous |le |vais |vais vous |vais le )?(bloque|bloquer|bloquerai) … (numéro|vous|appels)",
    "je vous bloque"
  ],
  optOut: [
    "(personne|on) (ici )?ne veut plus (entendre|être|recevoir|qu'on)|(dois|voudrais|veux) vous demander de ne (plus|pas) *appel*",
    "(veux|voulons|souhaite|souhaitons|désire) (plus|pas) (avoir |recevoir )?(aucun|un seul|d'autres|de vos|vos) *appel*",
    "(gré|reconnaissant*|obligé*|aimable) (de|que vous) ne (plus|jamais) (me |nous |m')?*appel*|plus jamais (vous )?(ne )?(me |m')?(r?appelez|téléphonez|contactez)",
    "(composez|composer|utilisez|utiliser|faites) (plus|plus jamais|jamais) (ce|mon|notre) numero",
    "(ce|mon|notre) numero … (l'utilis*|utilis*|compos*|le composez|faites) (plus|jamais)",
    "bloctel|liste (rouge|d'opposition)|droit (d'opposition|à l'oubli|à l'effacement|d'effacement)",
    "(liste|fichier) (de |des |d'?)?(gens |personnes |numeros |ceux |clients )?(a|qu'on|que l'on|qui|qu'il faut) (ne )?(pas|plus|veulent|veut|faut)|m'?oppose … (demarch*|prospection|trait*)|desinscri* (moi|de)",
    "autant que vous ne (me |m |nous )?(r?appel*|contact*) (plus|pas)|autant que vous ne me (r?appel*)",
    "dit … (fois )?de ne plus … (r?appeler|telephoner)",
    "(ne )?(souhaite|veux|desire|voudrais) (plus|pas) … (avoir )?(de |aucun )?contacts? avec (vous|votre)"
  ],
  othersCall:
    "(banque|banques|société|sociétés|entreprise|opérateur|autre|autres|frère|soeur|mari|femme|fils|fille|voisin*|sfr|orange|edf|ils|elles) … … (appelle|appellent|arrete|arretent|arrête|arrêtent|harcele|harcelent|harcèle|harcèlent|derangent|dérangent|téléphonent)",
  whoSaid: "qui … (dit|raconte|prétend) … … (ne|plus|pas)",
  others: [
    "banque|société|entreprise|opérateur|sfr|orange|frère|soeur|sœur|mari|femme|fils|fille|mère|père",
    "maman|papa|voisin*|patron*|ami|amie|collegue*|copain|copine|ex"
  ],
  told: "(ai|a|ont|avait) (déjà )?(dit|demandé)|veut|dit que|harcele",
  someday: "(si|quand|le jour où) (un jour|jamais|je (ne )?(veux|voudrai|voulais))",
  willTell: "(je )?(vous |le )?(le |l'? )?(dirai|dis|préviens|previendrai|ferai savoir|appelle|rappelle)",
  oldOne: "ancien*|vieux|précédent",
  newOne: "nouv*|chang*|celui*|ce",
  past: "hier|avant hier|d'hier|la semaine derniere|de la journee|tout a l'heure",
  refrain: "abst(enez|enir|iens)*|dispens*|evit(ez|er)|pas (besoin|la peine|necessaire) (de|d'*|que|qu'*)",
  keep: "ne (me|nous|le|la|les) (retir|enlev|supprim|ray|effac|radi|desinscri|desabonn|sort|bloqu)(ez|e|es|vez|s)* (surtout )?pas",
  quote: [
    "si je (vous )?dis (que )?non|(famille|parents|enfants) ne (m'|me )*appel*|(n'appelez|appelez) pas (ça|cela)",
    "^(est ce que )?quelqu'un (vous |t'|t )?(a|aurait) (dit|demande)",
    "^(et |puis |la |alors )*(il|elle|on|quelqu'un|les gens) (m'a |nous a |a |ont |me |m'ont )?(dit|disait|disent|crie|repondu)",
    "(il|elle) a raccroche$|c'est pas que|ce n'est pas que"
  ],
  neitherNor: "ni (aujourd'hui|maintenant|demain) ni *",
  often: "(deux|trois|quatre|cinq|six|dix|mille|plusieurs) fois|tous les jours|chaque jour|toute la semaine",
  stillCall:
    "(vous )?(m'appelez|appelez|continuez à m'appeler|continuez à appeler) (encore|toujours|quand même)|continuez (à|de) *appel*",
  goOnPlease: [
    "(ne )?veux pas que … (arret*|cess*|supprim*)|(ne )?(retire|revoque|annule) pas",
    "(j ?ai|jai|a|ont|avais) arrete",
    "(pourquoi|comment ca se fait que) … (avez|as|ont|a) (arrete|cesse)"
  ]
}

export const french = netOf({
  words: frenchWords,
  ever: [
    "(enlevez|retirez|otez|sortez|virez) (moi|nous) de (la|ca)|je m'oppose à (l'utilisation|l'usage|l'exploitation) de mes (donnees|coordonnees)",
    "(enlevez|retirez|otez|sortez|virez)(moi|nous) de (la|ca)",

    "(*interdis|interdit|autorise pas|refuse) … (*utilis*) … (mon|ce|mes) (numero|coordonnees|donnees|telephone)",
    "(aucun|plus un seul|plus jamais) (de |d')?(appel*|coup de fil|coups de fil|telephone)( (de votre part|de vous|svp))?$|plus jamais d'(appel|appels)( …)?",
    `(?<!(je|on|il|elle|ne|me|nous|se|te) )(ne )?${me}?${appelez} (surtout |donc |s'il vous plait |absolument )?${plus}`,
    `(?<!(je|on|il|elle) )n'${appelez} (surtout |donc )?${plus}`,
    `(ne )?${me}?${appelez} (pas )?(sous aucun|en aucun|a aucun) (pretexte|cas|moment)`,
    `(que|qu'on|qu'il|personne) (vous |on |personne )?(ne )?${me}?${appelle} (plus|jamais)`,
    `(de|a|veuillez|pouvez|pourriez|devez|devriez|faut|falloir|faudrait|prefere|prefererais|souhaite|aimerais|voudrais|veux|merci|prie|allez) (vous )?(bien )?(de )?(ne )?(vouloir )?(plus|jamais|plus jamais|jamais plus) ${me}${appeler}`,
    `ne (plus|jamais|plus jamais) ${me}${appeler}`,
    `${veux} (ne )?(plus|plus jamais|jamais) (du tout |jamais )?etre ${appele}`,
    `(ne )?${veux} (ne )?(plus|pas|plus jamais|jamais|surtout pas) (du tout |jamais )?(recevoir|avoir) (d'|de |vos |ces |ce genre d'|ce type d'|un seul |aucun |d'autres |de tels |tous ces )?(appel*|coups? de (fil|telephone)|demarchage*|sollicitation*|nouvelles de vous)`,
    `${veux} (plus|pas|plus jamais) (de |d')?(vos |ces |ce genre d'|ce type d')?(appels|coups de (fil|telephone)|demarchage*)`,
    `${veux} (ne )?(plus|plus jamais|pas|jamais) (avoir )?(a )?(entendre|vous (entendre|avoir|parler)|parler) (parler )?(de|avec|a|au) (vous|telephone|votre)( …)?`,
    `(ne )?${veux} (plus|pas) (que|qu) ?(vous|on|personne|quelquun|qui que ce soit) (ne )?${me}${appelle}`,
    `(veux|souhaite|voudrais|aimerais|demande|exige|prefere|prefererais|veut|souhaiterais|faudrait|faut) que (vous|tu|ca|cela|ces appels) (arret*|cess*|ne ${me}${appelle})( …)?`,
    `${arretez} (tout de suite |immediatement |donc |un peu |s'il vous plait |maintenant |vraiment )?(de|d) ?(toujours |tout le temps )?${me}?(${appeler}|faire chier)`,
    `${arretez} (tout de suite |immediatement |donc |avec |s'il vous plait |maintenant |un peu )?(tous )?(avec |a |au )?(vos|ces|les|ce|cet|votre|tes|a vos|aux) (appels|coups de (fil|telephone)|harcelement|demarchage*|telephone)`,
    `${enlevez} (moi |nous |donc |tout de suite |immediatement |s'il vous plait )?(mon|ce|notre) (numero|nom|telephone|portable|contact|num)`,
    `${enlevez} (moi |nous )?(toutes )?mes (coordonnees|donnees|infos|informations)`,
    `${enlevez} (moi|nous) (s'il vous plait |tout de suite |immediatement )?(de|du|des) … (liste*|fichier*|base*|registre*|systeme*|repertoire*|contacts|logiciel)`,
    `${me}${enlevez} (de|du|des) … (liste*|fichier*|base*|registre*|systeme*|repertoire*|contacts|appels)`,
    `${enlevez} (moi|nous) de(s| la| cette| votre| vos)? (liste*|fichier*|base*)`,
    `${me}(desinscri*|desabonn*|radi*) (de|des|du) (vos |votre |ces |la |tous ces |toutes ces )?(appel*|liste*|fichier*|demarchage*)`,
    "(laissez|laisse|foutez|fichez|fous|fiche|laissiez|laisser|foutiez|fichiez|foute) (moi |nous |nous donc |donc )?(la paix|tranquille*|en paix)",
    "(me|nous) (laissez|laisse|laissiez|laisser|foutiez|fichiez|foutre|ficher) (la paix|tranquille*|en paix)",
    "(lachez|lache|lachez donc) (moi|nous)",
    "(retire|revoque|annule|retirer|revoquer|retirons) (par la presente |desormais )?(mon|tout|le|notre|toute) (consentement|accord|autorisation|permission)",
    `(donne|donner|donne|ai) (pas|plus|jamais) (donne )?(mon |d' ?|l' ?|de |mes )?(consentement|accord|autorisation|permission)( …)? ${me}?${appeler}`,
    `(n'avez|avez|vous) (pas|plus|aucun|aucune) (du tout )?(le |l'|mon |d')?(droit|autorisation|permission|accord|consentement) (de|d|pour) ?${me}?${appeler}`,
    "(m'oppose|opposons|refuse|n'?(accepte|autorise|tolere|supporte) (plus|pas)) (formellement |desormais )?(a |de |d'|que )?(tout*|les|vos|au|aux|l'|ce|ces|vous|recevoir|etre)?( …)? (demarche*|demarchage*|r?appel*|prospection|sollicit*|contacte*|derange*)",
    `(interdis|interdit|defends|interdisons) (formellement |strictement |bien )?(a quiconque )?(de|d) ?${me}?${appeler}`,
    `${me}${appelez} (encore |toujours )?(arretez|cessez|stop)`,
    "(oubliez|oublie) (moi|nous)|perdez mon numero",
    `(c'est|soit|sera) (bien )?la derniere fois que vous ${me}?${appelle}`,
    "(ni |un )?(seul )?appel de plus|plus un (seul )?appel|zero appel",
    // Threats that a further call has consequences.
    "(si|s|prochaine fois|fois que|encore un|prochain)( …) (r?appel*|continu*|recommenc*|insist*|telephon*|derang*|harcel*)( …)( …) (plainte|police|gendarm*|avocat*|justice|cnil|signal*|proces|poursui*|fraudes|dgccrf|tribunal*)",
    "(plainte|police|gendarm*|avocat*|justice|cnil|signal*|proces|poursui*|fraudes|dgccrf|tribunal*)( …) (si|s) (vous |jamais |tu |on |n'arretez |ca |cela ){0,2}(m'?|me )?(r?appel*|continu*|recommenc*|insist*|telephon*|derang*|harcel*|arret*|cess*)( …)?",
    "(marre|ras le bol|assez|fatigue*|lasse*|saoule*|ca suffit) (de|d|avec) ?(vos|ces|tous ces|tous vos|ce|tes|etre) (appels|coups de (fil|telephone)|harcelement|demarchage*|appele*|derange*|demarche*)",
    "ca suffit (avec )?(les|vos|ces|tous ces) (appels|coups de (fil|telephone))",
    "(marre|ras le bol|assez) que vous (me |m'?)(r?appeliez|derangiez|harceliez)",
    "(mettez|mettre|inscrivez|inscrire|ajoutez|placez) (moi |nous |mon numero |me |s'il vous plait )?(sur|dans|a) (la |votre |une )?liste (noire|d'opposition|des personnes|rouge|de ceux|anti)( …)?",

    "(veux|souhaite) plus (jamais )?(etre|entendre) (appele*|contacte*|derange*|parler)( …)?",
    "(arretez|cessez) (ce|votre|le) harcelement( …)?",
    "(retirez|retirer|enlevez|effacez|supprimez) (moi )?(de|du) (vos|votre|tous vos) (fichier*|liste*|base*)",
    "stop aux appels",
    "ne veux plus rien de vous",

    "(veux|souhaite) (plus|pas) etre (demarche*|rappele*|appele*|contacte*|derange*)",
    "oubliez (mon|ce) numero",
    "ne (me|nous|m') ?(rappelez|appelez|telephonez|derangez|contactez|harcelez) (plus|jamais)( jamais)?",
    "ne m'(appelez|appelle|appelles) plus( jamais)?",
    "n'appelez (plus|jamais)",
    "(ne )?(me )?rappelez plus( jamais)?",
    "(ne )?rappelez (plus|jamais)",
    "arretez (vos|ces|les) appels",
    "(que|qu'on) (vous )?(ne )?m'appel* plus",
    "(pas|plus|jamais|interdi*|refuse) que vous (ne )?m'appeliez( plus)?",
    "que vous ne m'appeliez plus",
    "(ne )?(veux|souhaite|voudrais|desire) plus (recevoir |avoir )?(d'appels|vos appels|ces appels|etre (appele*|contacte*|derange*)|entendre parler de vous|que vous m'appeliez|que vous me (rappeliez|contactiez))",
    "(dit|demande|repete|prie|merci|veuillez|priere) (deja )?(de )?(ne )?(plus|pas) (me |m'|nous )?(appeler|rappeler|telephoner|contacter|deranger)",
    "demande (d'arreter|de cesser) de (m'appeler|me deranger|me harceler)",
    "(merci|veuillez|priere|prie) (de )?ne (plus|pas) (me |m')(appeler|rappeler|contacter|deranger|telephoner)",
    "(retirez|enlevez|supprimez|effacez|rayez|otez|sortez|radiez)(-| )(moi|nous) (de|du) … (liste*|fichier*|base|registre)",
    "(retirez|enlevez|supprimez|effacez|rayez|otez) (moi|nous) (de|du) (votre |vos |la |ta |le )?(liste*|fichier*|base|registre)",
    "(supprimez|effacez|retirez|enlevez|rayez|bloquez) (mon|ce) (numero|nom)",
    "(supprimez|effacez) mes (coordonnees|donnees)",
    "(plus|jamais plus|plus jamais|pas) (jamais )?d'appels( s'il vous plait)?",
    "(laissez|laisse|foutez|fichez) moi (la paix|tranquille)",
    "refuse d'etre (appele*|contacte*)",
    "desinscrivez moi|desabonnez moi",
    "(veux|souhaite|voudrais) etre (retire*|raye*|desinscrit*|supprime*)( …)?",
    "(liste rouge|bloctel)",
    "(retire|revoque) mon (consentement|accord|autorisation)",
    "(pas|n'avez pas) (le droit|l'autorisation|mon accord|mon consentement) de m'appeler",
    "il ne faut plus (m'appeler|nous appeler|appeler)",
    "(veux|veut|voulons|souhaite|souhaitons|voudrais|desire) plus (jamais )?(vous|t'|te) ?(entendre|avoir au (telephone|bout du fil)|avoir en ligne)(?! (parler|dire|crier|vous|chanter|sur|de|avec|rire|comme|mal|aussi))"
  ],
  plain: [
    "(prefere|prefererais|souhaite|voudrais|aimerais|aime mieux) ne (plus|pas) (recevoir|avoir) (d'|de vos |vos |ces )?*appel*",
    "ne (me|nous) (parlez|ecrivez|recontactez) (plus|pas)",
    `(?<!(je|on|il|elle|vous|tu) )ne ${me}?${appelez} pas`,
    "(m'|ne |n')(appelez|rappelez|contactez|telephonez) (surtout )?pas",
    `(de|veuillez|pouvez|pourriez|merci|prie|prefere|prefererais|souhaite|aimerais|voudrais) (vous )?(bien )?(de )?(ne )?pas ${me}?${appeler}`,
    `${veux} pas etre ${appele}`,
    "(veux|souhaite|voudrais|aimerais|demande|prefere|prefererais) (me |m'?|etre |qu'on me )(desinscri*|desabonn*|radi*)",
    `(inutile|pas la peine|plus la peine|pas besoin|plus besoin) (de|d) ?${me}?${appeler}`
  ],
  limits: [
    "maintenant|aujourd'hui|demain|avant|jusqu'*|apres|pendant|quand|lorsque|tant que|si",
    "(si|trop|aussi) (tard|tot|souvent)|newsletter|journal|abonnement|magazine|box|internet|lettre|courriels?|mails?|club|salle",
    "(c'est )?moi qui|je (vous )?(r?appelle*|contacte*|recontacte*|r?appellerai)|je m'en (occupe|charge)|reunion",
    "le (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir|week)",
    "au (bureau|travail|boulot)|(a|sur) (mon|ma|le|notre) (travail|bureau|boulot|fixe|portable|poste)|midi|minuit|a (sept|huit|neuf|dix|onze|treize|quatorze|vingt|vingt et une) heures?|a cette heure|cette semaine|ce (soir|matin)",
    "madame|monsieur|mademoiselle"
  ],
  span: {
    time: "cette semaine|ce mois( ci)?|cette année|pendant (un|une|deux|trois|quelques) *|(jusqu'à|jusqu'en|jusqu'au|avant) *|aujourd'hui",
    again: "plus|de nouveau",
    within: 0
  },
  denials: [
    "^(alors |mais |non |oui |bon ){0,2}laissez moi tranquillement (lire|regarder|reflechir|verifier|finir|voir)( …)?$",

    "(s'est|s'etait|c'est) arret*|derange (pas|nullement|aucunement) (du tout )?(que|si|quand)",
    "(n'appelez|appelez|rappelez|contactez|telephonez|n'appelle|appelle) (surtout )?pas (a )?(mon|ma|mes|notre|nos|le|la) (pere|mere|mari|femme|fils|fille|frere|soeur|parents|grand*|patron|voisin*|bureau|fixe|portable)",
    "je (ne )?(vous |te |l |les |le |la )?(appelle|rappelle|telephone|contacte) plus",
    "(dit|demande) (a|au|aux) (?!(vous|votre|vos|tous|plusieurs|la|une|un|le|cette|ce|quelqu) )* … de ne (plus|pas)",
    "(avant|jusqu'a) (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|la semaine|midi|dix|neuf|huit)",
    "ne cessez pas",
    "(pas|jamais) (dit|demande)",
    "(pourquoi|comment ca se fait)( …) (ne )?(me |m'?|nous )?(r?appel*|contact*|telephon*)( …)",
    "(pourquoi|qui) (ne|n')*",
    "(qu'est ce qui se passe|que se passe t il|il se passe quoi|ca se passe comment|qu'arrive t il|comment (je )?(fais|faire)|que (dois je |)faire|je fais quoi) si",
    "(vous voulez|ca veut|voulez vous|cela veut|tu veux) dire (que|qu')*",
    // A limit right behind the verb, and another way to call.
    "*(appel*|rappel*|derang*|telephon*|contact*)( plus| pas| jamais)?( plus)? (le (soir|matin|midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week)|au (bureau|travail|boulot)|a (cette|ces|une) heures?|(si|aussi|trop) (tard|tot|souvent)|avant|apres|pendant|jusqu*|ce (soir|matin)|aujourd'hui|demain|cette semaine|en (reunion|journee))",
    "(r?appelez|contactez|joignez|telephonez) (moi |nous )?(plutot|mieux|au|a la maison|a mon|sur|docteur|madame|monsieur|mademoiselle|par|demain|lundi|plus tard|apres)",
    "(est ce que|allez vous)( …) (arret*|cess*)( …)( …) si( …)",
    "vous ne (me |m'?)(r?appelez|contactez) jamais",
    "liste d'attente|numero de (client|commande|compte|dossier|contrat|carte)",
    "(recois|recu|recevons|ai|avons|eu|a) (plus|pas) (eu |recu )?d'appel*",
    "(tranquille*|la paix|lachez moi) (une|deux|cinq|dix|quelques|ce|le|pendant|un) (minute*|seconde*|instant|moment|soir|matin|heure*)",
    "(fille|fils|mari|femme|mere|pere|banque|ecole|medecin|personne ne|ex|docteur|copain|copine|nom|patron|employeur|frere|soeur|voisin*|ami*|il|elle|on)( …)? (ne |n' ?|)(me |m'?|)?(r?appelle|harcele|derange)( …)?",
    "(n'enlevez|n'effacez|n'oubliez|n'otez|ne (supprimez|retirez|bloquez|rayez|perdez|jetez)) (surtout )?pas",
    "(je|on|elle|il) ne (m'appelle|s'appelle)",
    "(frere|soeur|mari|femme|fils|fille|mere|pere|voisin*|patron|il|elle|banque|ami*) (m'a|vous a|ne|n'|m'|a) ?(dit|demande|arrete|veut|a dit)( …)?",
    "(il|elle) m'a dit",
    "on ne m'appelle"
  ],
  alone: ["(stop|arretez|ca suffit)( s'il vous plait| maintenant)?", "stop stop"],
  promises: [
    "(nous |on |je )?(ne )?(vous|t') ?(rappellerons|appellerons|contacterons|derangerons|rappellera|appellera|appellerai|rappellerai) (plus|jamais)( jamais)?",
    "(ne )?serez plus (appele*|contacte*|derange*|rappele*)",
    "ne recevrez plus (d'appels|aucun appel|nos appels)( …)?",
    "(nous avons|j'ai|on a) (supprime|retire|efface|enleve) votre (numero|nom)",
    "(nous allons|je vais|on va) (supprimer|retirer|effacer|enlever) votre (numero|nom)",
    "votre (numero|nom) (a ete|est|sera) (supprime|retire|efface|enleve)"
  ]
})

// Portuguese: "call" and its likes in commands, after "to", and as what another person keeps doing.
const ligue =
  "(ligue*|liga|ligas|ligues|telefon(e|em|es)|contat(e|em)|contact(e|em)|perturb(e|em)|incomod(e|em)|procur(e|em)|encha*|enche|importun(e|em)|chate(ie*|iem)|mac(e|em)|atormente*|amole*|tent(e|em) (me )?(ligar|contat*)|entr(e|em) em contat*o?)"
const ligar =
  "(ligar*|telefonar*|contatar*|contactar*|perturbar*|incomodar*|procurar*|encher*|importunar*|chatear*|atormentar*|macar*|amolar*|assediar*|entrar em contat*o?|fazer (essas |estas )?(ligac*|chamadas))"
const ligando =
  "(ligando|telefonando|perturbando|incomodando|enchendo|importunando|atormentando|a ligar*|a telefonar*|a incomodar*|a chatear*)"
const ligarem =
  "(ligu*|ligar*|ligass*|telefon(em|e|ar|assem)|contat(em|e|assem)*|contact(em|e|assem)*|perturb(e|em|assem)|incomod(e|em|assem)|procur(e|em|assem)|entr(e|em|assem) em contat*o?)"
const nuncaMaisPt =
  "(nunca mais|mais(?! (tarde|cedo|alto|devagar|baixo|logo|vezes))|jamais|nunca|de novo|novamente|outra vez)"
const tirem =
  "(tir(e|em|a|ar|ai|assem)|retir(e|em|a|ar|assem)|remov(a|am|e|er|essem)|apag(ue|uem|a|ar|assem)|exclu(a|am|i|ir)|delet(e|em|a|ar)|bloquei(e|em|a)|bloquear|risc(ar|a)|risqu(e|em)|elimin(e|em|a|ar)|esque[cç](a|am|e|er)|perc(a|am)|cancel(e|em|a|ar))"
const meuNumero =
  "(o |a |os )?(meu|minha|este|esse|nosso) (numero|nome|telefone|contato|contacto|cadastro|celular|telemovel|whatsapp|registro|registo)"
const listaPt =
  "(lista*|cadastro*|sistema*|base*|banco|registro*|registo*|arquivo*|ficheiro*|mailing|contatos|contactos)"

const portugueseWords: Words = {
  call: "lig*|telefon*|contat*|contact*|chamad*|incomod*|perturb*|*ligar*",
  again: "mais|de novo|outra vez|novamente|nunca|jamais|volt*|continu*|se|próxim*|insist*",
  record: [
    "tudo (o |aquilo )?que … … (sobre|de) (mim|nós)",
    "(meu|meus|minha|minhas|nosso|este|esse) … (número|nome|dados|telefone|contato|contacto|cadastro|informaç*|celular)",
    "(da|do|de|das|dos) (sua|seu|vossa|vosso|essa|esse|esta|tua|lista|cadastro|sistema|base) ?(lista*|cadastro|sistema|base|registo*)?"
  ],
  remove: "apag*|exclu*|elimin*|tir*|remov*|delet*|risc*|retir*|descadastr*",
  stop: [
    "(cansei|enjoei|enchi) de",
    "de saco cheio|(cansad*|fart*|cheio|cheia) (já )?(de|dest*|dess*|com)",
    "parem (de|com)|pare de|parar de|parem|para de|chega|deixem de|deixe de|deixa de|cess*|basta|pare",
    "encerrem|acab* com"
  ],
  dontCall: "",
  dontTry: "não (tent*|insist*|perc*|adianta|se dê)|nem (pens*|tent*|ous*)|não vale a pena",
  consent: "consentiment*|autoriza*|permiss*",
  withdraw: "retir*|revog*|cancel*|anul*",
  forbidden: [
    "não (vos |lhes |a ninguém |ninguém |dei |tem |têm |é |foi |estão |vocês ){0,4}(autoriz*|permit*|permissão|direito|aceit*|consent*|dei|deixo)",
    "nunca (autoriz*|aceit*|dei|consent*|assin*|concord*)|proíb*|me (oponho|recuso)",
    "sem (a )?minha (autorização|permissão)|sem (o )?meu consentimento|oponho*",
    "não (podem|devem|pode|deve|é pra|é para)|recuso"
  ],
  harassment: "(isso|isto|é|já) (é |já é )?(assédio|perseguição|importunação)",
  threat: [
    "políci*|process*|advogad*|anatel|procon|justiça|denunci*|reclamaç*|tribunal|queixa|deco|lgpd",
    "autoridade*"
  ],
  goOn: "(da|na) próxima (vez )?(eu )?(chamo|denuncio|processo|aciono|faço|vou (à|na|no|ao))|se (não )?(continu*|par*|insist*|volt*|deix*)",
  how: [
    "como (faço|posso|é que|fazer|se faz)|o que (tenho|preciso|devo)|tem (como|jeito)",
    "há (alguma )?(forma|maneira)"
  ],
  escape: ["não (mais )?(receb*|ser|ter|entr*)|parar|cancel*|sair|deixar de|bloquear|evitar|me livrar", "descadastr*"],
  last: [
    "(que |esta |essa |seja |é |foi |espero ){1,4}(esta |essa )?(seja )?a última (vez|ligação|chamada)",
    "última vez que (me |vocês )?(lig*|telefon*)"
  ],
  block:
    "(vou |estou |tô |já )?(bloquear|bloqueio|bloqueando|bloqueei|a bloquear) … (número|vocês|vos|telefone|esse|isso)",
  optOut: [
    "lista (de |dos |das )?(quem |pessoas que |números que )?não (quer|querem|ligar|incomodar|perturbe*)",
    "descadastr*|não (me )?perturbe|direito de oposição|elimin* … meus dados|(meus|os meus) dados … lgpd",
    "lgpd … meus dados|(entr*|entrar) (mais )?em contato",
    "(cancel*|cancelar) … (recebiment*|subscri*|inscri*)|quantas vezes … … … não … lig*",
    "não (é preciso|precisa|precisam) (de )?(me )?(ligar|telefonar|contactar) (de novo|mais|outra vez|novamente)",
    "não autoriz* … … (ligar|telefonar|contact*|contat*|ninguém)",
    "não (quero|queremos) (mais )?contato (de|com) vocês|não (quero|queremos) mais contato",
    "não (quero|queremos|desejo) que … (liguem|telefonem|contactem|contatem) … mais"
  ],
  othersCall:
    "(banco|bancos|empresa|empresas|companhia|operadora|outra|outros|outras|irmã*|irmão|marido|esposa|filh*|vizinh*|gente|vivo|claro|tim|eles|elas) … … (ligam|liga|para|param|incomodam|incomoda|perturba|perturbam|telefonam)",
  whoSaid: "(quem|de onde) … (disse|falou|tir*) … … não *",
  others: [
    "banco|empresa|companhia|claro|vivo|tim|oi|nos|meo|irmã*|marido|esposa|mulher|filh*|mãe|pai|vizinh*",
    "chefe|amig*|namorad*"
  ],
  told: "(falei|falou|disse|disseram|pedi|pediu|pediram|quer|perturba)",
  someday: "(se|quando) (um dia|algum dia|eu não quiser|eu quiser|não quiser)",
  willTell: "(eu )?(aviso|avisarei|falo|digo|direi|informo|ligo)",
  oldOne: "antig*|velh*|anterior",
  newOne: "nov*|mud*|est*|outr*",
  refrain:
    "abst(enha|enham|er)*|evit(e|em|ar|ando)|(não preciso|não precisa|não precisam|não é preciso|não há necessidade) (mais )?(de|que)",
  neitherNor: "nem (hoje|agora|amanhã) nem *",
  keep: "não (me|nos|o|a) (tir*|retir*|apag*|remov*|exclu*) (da|de|do) (sua |vossa )?(lista|base|cadastro|sistema)",
  quote:
    "(nunca|jamais) (eu )?(disse|falei|pedi) (para |pra |que )?não|(alguém|alguem) (pediu|disse|falou)|^(ele|ela) (disse|falou) … não",
  goOnPlease: [
    "não quero que … (parem|pare|parassem|deixem de|deixe de|deixassem de|apaguem)|não (retiro|revogo|cancelo)|por que (vocês )?(par*|deix*)",
    "não quero parar|não par* de tocar",
    "por que (deixaram|pararam)"
  ]
}

export const portuguese = netOf({
  words: portugueseWords,
  ever: [
    "(meu|este|esse|nosso) (numero|telefone|contato|contacto|nome) (e (pra|para)|tem que|tem de|precisa|deve) (ser )?(tir*|apag*|exclu*|remov*|retir*|elimin*)",
    "(nao (autorizo|permito)|proibo) … (us*|utiliz*) … (meu|este|meus) (numero|telefone|dados|contato|contacto)",
    "(agradeco|agradecia|agradecemos|agradecer*) (muito )?(se|que) nao (me |nos )?(volt*|lig*|telefon*|contact*|contat*|incomod*)",
    `nao (me |nos |voces |voce )?(me |nos )?${ligue} … ${nuncaMaisPt}`,
    `(nunca|jamais) (mais )?(me |nos |voces |voce |volte* a |voltem a )?(me )?(${ligue}|${ligar})`,
    `nao (me |nos )?(volte*|voltem|voltass*|volta|tornem|torne|torna) a (me |nos )?${ligar}`,
    `nao (ouse*|se atreva*|pense* em) (a )?(me |nos )?(voltar a )?${ligar}`,
    `(?<!nao )(par(e|em|a|ar|ai|assem)|deix(e|em|a|ar|assem)|cess(e|em|ar)|acab(e|em)|chega|stop) (ja |por favor |agora |imediatamente |logo |la |com isso e )?(de|com) (me |nos |vez de )?(me |nos )?(${ligar}|${ligando}|(essas|estas|as|tantas|suas) (ligac*|chamad*|telefonem*)|ligac*|chamadas)`,
    `${tirem} (logo |por favor |ja |imediatamente |de vez )?(${meuNumero}|(os |todos os )?meus dados)`,
    `${tirem}( me| nos| ja| por favor)? (d|n)[aeo]s?( (sua|vossa|tua|minha|essa|esta|vosso|seu|vossas|suas))? ${listaPt}`,
    `(me|nos) ${tirem} (logo |ja )?d*( (sua|vossa|tua|essa|esta|seu|vosso))? ${listaPt}`,
    "(quero|queria|gostaria de|desejo|preciso|posso) (sair|ser (removid*|retirad*|excluid*|tirad*)|me descadastrar|descadastrar*|me desinscrever|cancelar a inscricao|anular a subscricao)( (d|n)* (sua|vossa|essa|esta)? ?(lista*|cadastro|base|chamadas|ligac*))?",
    "(nao|nem) (quero|queremos|desejo|gostaria de|aceito|preciso de|queria|pretendo|tenho interesse em) (mais |voltar a |nunca mais )?(receber |ter |atender )?(mais )?(nem )?(nenhum* |uma )?(as |das |dos |de |suas |vossas |essas |estas |esse tipo de |este tipo de |outr* |uma )?(ligac*|chamad*|telefonem*|contatos? telefonic*|contactos? telefonic*)",
    "(gostaria|queria|prefiro|preferia|peco) (de |para )?nao (receber|ter|ser) (mais )?(as |suas |essas |estas |nenhum* |de )?(mais )?(ligac*|chamad*|telefonem*|contatad*|contactad*|incomodad*|perturbad*|importunad*)",
    "nao (quero|queremos|desejo|gostaria de|pretendo|aceito) (mais )?ser (mais )?(contatad*|contactad*|incomodad*|perturbad*|importunad*|chatead*)",
    `nao (quero|queremos|desejo|gostaria|aceito|permito|autorizo|admito) (mais )?que (voces |voce |ninguem |o senhor |a senhora |a empresa |vocês )?(me |nos |voltem a |volte a |continuem |continue |fiquem |fique |ficar |estejam |andem ){0,4}(${ligarem}|${ligando}|${ligar})`,
    `nao (continue*|fique*|fiquem|fica) (me |nos )?(${ligando})`,
    "nunca mais (quero|queremos|desejo) (ouvir|falar|receber|ser|saber|que)( …) (voces|voce|vossa*|sua*|vosso*|ligac*|chamad*|contact*|contat*|lig*)",
    "nao (quero|desejo) (mais )?(ouvir falar|saber) (mais )?(nada )?(de|da) (voces|voce|vossa*|sua)( …)?",
    "nao quero (mais )?(falar|conversa|contato|contacto) (mais )?(nenhum )?com (voces|voce|a vossa|a sua)( …)?",
    `(proibo|proibido|proibimos) (a )?(voces |voce |vos |que |os |de ){0,4}(me |nos )?${ligar}`,
    `nao (autorizo|permito|aceito|consinto|dei|dou|tem|tenham|teem|têm) (mais |a |o meu |minha |nenhum* |qualquer ){0,4}(ligac*|chamadas|telefonem*|contat*|contact*|(autorizacao|permissao|consentimento|direito) (para|pra|de|a|que)( voces| voce)?( me| nos)? ${ligar})( telefonic*)?`,
    "(retiro|revogo|cancelo|anulo|retirar|revogar) (aqui |desde ja |por este meio )?(o |a |qualquer )?(meu |minha )?(consentimento|autorizacao|permissao)",
    "(oponho me|me oponho|recuso( me)?) (a |que )?(receber |qualquer |ser |estas |essas |mais ){0,4}(ligac*|chamad*|telefonem*|contat*|contact*|tratamento|marketing)",
    "(deixe*|deixa|deixem|deixar)( me| nos|nos|me) (em paz|sossegad*|quiet*|tranquil*)|me (deixe*|deixa|deixem|deixar|deixassem) (em paz|sossegad*|quiet*|tranquil*)|larg(a|ue|uem) (me|do meu pe)|me larg(a|ue|uem)|sai* do meu pe",
    "(seja|que seja|espero que seja|e) (esta |essa )?a ultima (vez que (voces |voce )?(me )?(lig*|telefon*)|ligac*|chamada)( …)?",
    "(nenhuma|mais nenhuma|nem mais uma|chega de|sem mais|basta de|acabou as|zero) (ligac*|chamad*|telefonem*)( mais)?",
    "(esquec*|esquece) (de mim|que eu existo|o meu numero)|(perc*|perde|perca) (o )?meu numero|some da minha vida",
    `nao (precisa*|precisam|adianta|e preciso|vale a pena) (me |nos )?(ligar*|telefonar*|${ligar}) (nunca )?mais`,
    "nao (deve*|devem|podem|pode) (mais )?(me |nos )?(ligar|contatar|incomodar|perturbar) mais",
    "nao (usem|use|utilizem) (mais )?(o )?(meu|este|esse) (numero|telefone|contato)( mais)?",
    "nao (me )?(encham|encha|enche|torrem|torra|torre) (mais )?(o |a )?(saco|paciencia)",
    "me (tira|tire|tirem|bloqueia|bloqueie|bloqueiem|descadastr*|desinscrev*) (dai|disso|dessa|desta|ai)?( lista)?|descadastr(a|e|em|ar) (me|o meu|meu)( …)?",
    // Threats that a further call has consequences.
    "(se|caso|proxima vez que|se mais uma) (voces |voce |me |nos |continuar* |voltar* |a |ligar ){0,4}(lig*|telefon*|insist*|incomod*|perturb*|continu*|volt*)( …)( …) (policia|process*|advogad*|denunci*|procon|anatel|justica|queixa|tribunal|reclam*|gnr|psp|anacom|deco)( …)?",
    "(policia|process*|advogad*|denunci*|procon|anatel|justica|queixa|tribunal|reclam*|gnr|psp|anacom|deco)( …) (se|caso) (voces |voce |me |nos |continuar* |voltar* |nao pararem |a ){0,4}(lig*|telefon*|insist*|incomod*|perturb*|continu*|volt*|par*)( …)?",
    `nem (me |nos )?${ligue} (nunca )?mais`,
    "(cansad*|fart*|saco cheio|cheio) (de |das |dos |dessas |destas )(receber |tant* |ser |vossas |suas |essas |estas |voces |tantas ){0,2}(ligac*|chamad*|telefonem*|incomodad*|me ligando|me ligarem)( …)?",
    "(nao me perturbe|lista de nao perturbe|bloqueio de telemarketing|lista de (exclusao|bloqueio|oposicao))",

    "nao (quero|queremos|desejo) mais receber (ligac*|telefonem*|chamad*)( …)?",
    "(proibo|proibimos) (voces|voce|que) (de )?(me )?ligar*( …)?",
    "proibo voces de me ligar*",
    "(apaga*|apague*|exclu*) (o )?meu (contato|cadastro)( …)?",

    "nao (quero|queremos) mais que (voces )?(me |nos )?(ligu*|telefon*)",
    "nao (quero|queremos) receber mais (nenhum* )?(ligac*|chamad*|telefonem*)",
    "esquec* (o )?(meu|este|esse) numero",
    "nao (me |nos |voce* )?(ligue*|liga|ligar|telefone*|perturbe*|incomode*|contate*|procure*) (nunca )?mais( para mim| pra mim| para este numero)?",
    "nao (ligue*|liga) (nunca )?mais( …)?",
    "(nunca|jamais) mais (me |nos )?(ligue*|telefone*|procure*|perturbe*)",
    "nao (volte*|voltem) a (me )?(ligar|telefonar|contactar|incomodar)",
    "nao me (volte*|voltem) a (ligar|telefonar)",
    "(pare*|parem|para|parar|deixe*|deixem) de (me |nos )?(ligar|incomodar|perturbar|telefonar|encher|importunar)",
    "(tire*|tira|retire*|remova*|apague*|exclua*|delete*|bloqueie*|risque*) (o )?(meu|este|esse) (numero|nome|telefone|contato)",
    "(apague*|exclua*|remova*) (os )?meus dados",
    "(me )?(tire*|tira|retire*|remova*|exclua*|risque*)( me)? (d[aeo]*) (sua |vossa )?(lista|cadastro|sistema|base)",
    "nao (quero|desejo|queremos) mais (receber )?(as |suas |essas |estas )?(ligacoes|chamadas|telefonemas)",
    "nao (quero|desejo|queremos) (mais )?receber (mais )?(as |suas |essas |estas )?(ligacoes|chamadas|telefonemas)",
    "nao (quero|queremos|gostaria) que (voces |voce )?(me |nos )?(ligu*|contat*|telefon*)( mais)?",
    "(pedi|falei|disse|avisei|peco|gostaria) (ja )?(para|pra|que) (voces? )?(nao me ligar*|nao me ligass*|pararem de|parar de|parem de)( …)?",
    "gostaria que nao me (ligass*|contatass*|telefonass*)",
    "nao (entre*|entrem) mais em contato",
    "(deixem* me|me deixe*|me deixa) em paz",
    "me descadastr*",
    "(retiro|revogo) (o )?(meu )?consentimento",
    "nao (tem|tenho|autorizo|permito) (autorizacao|permissao) (para|de) (me )?ligar",
    "nao autorizo (mais )?(ligacoes|que me ligu*)",
    "(quero )?cancelar (essas|estas|as) ligacoes",
    "chega de (ligacoes|ligar)",
    "nao ligar mais",
    "nao me perturbe"
  ],
  plain: [
    `nao (me|nos) ${ligue}`,
    `nao (e|era) (pra|para) (me |nos |voces |mais |voltar a ){0,3}${ligar}`,
    `nao (precisa*|precisam) mais (me |nos |de )?${ligar}`,
    "nao (ligue*|telefone*) (para mim|pra mim|para este numero|para ca|pra ca|pra esse numero|nesse numero|neste numero|para esse numero|aqui|para minha casa|pra minha casa)",
    `(pedi|falei|disse|avisei|peco|gostaria|queria|agradecia|agradeco|agradeceria|prefiro|preferia|solicito|exijo)( …)? (que|para|pra) (voces |voce )?nao (me |nos )?(${ligarem}|${ligue})`,
    `(pode*|podem|podia*|poderia*|favor|peco|agradeco|agradecia|agradeceria|queria|gostaria)( …)? nao (me |nos |voltar a )?${ligar}( mais)?`
  ],
  limits: [
    "menos vezes|(uma|duas) vez(es)? por (mês|semana|dia)|com menos frequência",
    "agora|hoje|amanha|depois|antes|ate|enquanto|quando|durante|cedo|tarde|noite",
    "(no|aos|na) (domingo*|sabado*|segunda*|feriado*)",
    "no (trabalho|servico|escritorio)|horario|de (manha|tarde|noite)|nessa hora|essa hora|esta semana",
    "se|a menos que"
  ],
  span: {
    time: "(essa|esta|nessa|nesta) semana|(esse|este|nesse|neste) (mês|ano)|por (um|uma|dois|duas|três|alguns) (mês|meses|ano|semana*|dias)|hoje|até (?!logo|nunca|mais|breve)*|(nas|durante as) férias",
    again: "mais|de novo",
    within: 1
  },
  denials: [
    "^(o |a |meu |minha |esse |essa |e |mas ){0,3}(telefone|celular|internet|aparelho|tv|televisao|carro|computador|notebook|modem|roteador|maquina|luz|geladeira|impressora|chuveiro) … nao (ta |esta )?(liga|ligando|ligou) mais$",

    "(no|pro|para o) (fixo|celular|trabalho|telemovel|escritorio) (so|apenas|mas)|so (no|pro|pelo|para o) (celular|fixo|telemovel|whatsapp)",
    "(disse|falei|pedi) (a|pra|para|ao|pro) (?!(voce|voces|vos|sua|seu|a|uma|um|o|moca|mulher|todos|todo|alguem|senhora|senhor) )* … (que )?nao",
    // A limit right behind the verb, and another way to call.
    "(lig*|telefon*|incomod*|perturb*)( mais| nunca mais)?( aqui| para casa)? (tao (tarde|cedo)|(a|de|pela|a esta|a essa) (noite|manha|tarde|hora|horas|madrugada)|(no|aos|ao|na) (domingo*|sabado*|segunda*|feriado*|fim|fins|trabalho|servico|escritorio|horario)|durante|antes|depois|enquanto|quando|hoje|amanha|esta (semana|noite|tarde)|essa semana|em horario)",
    "(?<!nao )(?<!nao me )(ligue|liguem|liga)( me)? (no|para o|pro|pra o|ao|na|depois|amanha|mais tarde|para a|outra hora|quando|em casa|daqui) ?(outro|meu|celular|telemovel|fixo|trabalho|minha|casa)?",
    "(esquec*|nao se esqueca*) (de me|de)( …)? (ligar|telefonar)|(lista|fila) de espera|(vao|vai) (parar|deixar) de( …)( …) se( …)|numero (de|do) (cliente|pedido|conta|contrato|cartao)",
    "(quer dizer|significa|entao|quis dizer) (que )?(nao|nunca)( …)? (vao|vou|irao|serei|ligar|recebo|receberei)( …)?",
    "(como faco|o que acontece|que acontece|como e que)( …) se",
    "se (eu )?nao (me )?(ligarem|telefonarem|atender*)",
    "nao (apague*|apaguem|tire*|tirem|remova*|exclua*|bloqueie*|cancele*) (o )?(meu|este|esse|minha)",
    "(recebi|recebo|recebemos|chegou|fiz|houve) (mais )?(nenhuma |nenhum |a )?(ligac*|chamada|telefonem*)",
    "(meu ex|minha ex|ex marido|ex mulher|namorad*|outra empresa|outro banco|golpista*)( …)? (lig*|par*|deix*|incomod*|perturb*)( …)?",
    "(ate|antes d*) (segunda|terca|quarta|quinta|sexta|sabado|domingo|amanha|a|as|semana)",
    "nao (pare*|deixe*) de",
    "nao (disse|falei|pedi)",
    "por que nao|porque nao",
    "(irmao|irma|marido|esposa|mulher|filho|filha|mae|pai|vizinh*|chefe|amig*|ele|ela|banco) (me |lhe |lhes )?(disse|falou|pediu|quer|nao)( …)?",
    "(nao|eu nao) ligo",
    "(condicionado|escola|filha|ninguem)( …)? liga*"
  ],
  alone: ["(para|pare|parem|stop)( por favor| ja)?", "me descadastra"],
  promises: [
    "nao (vamos|vou|iremos) mais (lhe |te |o |a )?(ligar|telefonar|incomodar|perturbar)( para voce| para o senhor| para a senhora| pra voce)?",
    "nao (vamos|vou|iremos) (lhe |te )?ligar (novamente|mais|de novo)",
    "nao (lhe |te )?(ligaremos|ligarei|telefonaremos|contataremos) (mais|novamente|nunca mais)",
    "nao voltaremos a (ligar|telefonar|contactar|incomodar)( …)?",
    "(voce|o senhor|a senhora) nao (recebera|vai receber) mais (ligacoes|chamadas)",
    "(removemos|retiramos|apagamos|excluimos|removi|retirei) (o )?seu (numero|nome|contato)",
    "(vamos|vou) (remover|retirar|apagar|excluir) (o )?seu (numero|nome|contato)",
    "seu numero (foi|sera|esta) (removido|retirado|apagado|excluido)"
  ]
})

// Italian: "call" and its likes in commands, after "to", and in "that you call".
const chiami =
  "((ri)?chiam(i|ate|are|ino|atemi|armi|armelo|ateci|arci|ateli)|telefon(i|ate|are|ino|atemi|armi|arci)|disturb(i|ate|are|ino|atemi|armi|arci)|contatt(i|ate|are|ino|atemi|armi|arci)|(ri)?cerc(hi|hiate|ate|are|hino|atemi|armi)|scocci(ate|are|atemi|armi|no)?|molest(i|ate|are|atemi|armi)|import*un(i|ate|are|atemi|armi)|infastid(isca|ite|ire|iscano|itemi|irmi)|stress(i|ate|are|atemi|armi)|tormentat*(emi)?|assill(i|ate|are|atemi|armi)|romp(a|ete|ere|ano|etemi|ermi)|secc(hi|ate|are|atemi|armi)|fatevi (piu )?(sentire|vivi)|si faccia (piu )?(sentire|vivo|viva))"
const chiamare =
  "((ri)?chiamar*|telefonar*|disturbar*|contattar*|(ri)?cercar*|scocciar*|molestar*|importunar*|infastidir*|stressar*|tormentar*|assillar*|perseguitar*|romper*|seccar*|tempestar*|insister*|farmi (queste )?(telefonate|chiamate)|fare (queste )?(telefonate|chiamate))"
const chiamiate =
  "((ri)?chiam(i|iate|ino|aste|asse|assero|ate|assi)|telefon(i|iate|ino|aste|asse|assero|ate)|disturb(i|iate|ino|aste|asse|assero)|contatt(i|iate|ino|aste|asse|assero|ate)|cerc(hi|hiate|hino|aste|asse)|molest(i|iate|ino|aste))"
const maiPiu =
  "(mai piu|piu mai|piu(?! (tardi|presto|forte|piano|lentamente|volte|in alto))|mai|un altra volta|unaltra volta|di nuovo)"
const cancelli =
  "((ri)?cancell(i|ate|are|ino|a|iate|asse|aste|atemi|ami)|togl(iete|iere|i|ietemi|iate|imi|ieste)|tolg(a|ano|mi)|rimuov(a|ete|ere|i|ano|iate|este|etemi)|elimin(i|ate|are|ino|a|iate|aste|atemi)|lev(i|ate|are|ino|a|iate|atemi)|blocc(hi|ate|are|hino|a)|dimentic(hi|ate|are|hino|a|atevi|hiate)|scord(i|ate|atevi|are)|depenn(i|ate|are|atemi)|perd(a|ete|i)|butt(i|ate)|strapp(i|ate))"
const listaIt =
  "(lista|liste|elenco|elenchi|database|archivio|archivi|registro|sistema|rubrica|contatti|banca dati|anagrafica)"

const italianWords: Words = {
  call: "*chiam*|telefon*|contatt*|disturb*|squill*|cercar*|chiamate",
  again: "più|ancora|di nuovo|mai|ulterior*|un'altra|richiam*|continu*|se|un altra|altra|prossim*",
  record: [
    "tutto (quello|ciò) che … … (su|di) (me|noi)",
    "(mio|miei|nostro|questo|mia|mie) … (numero|nome|nominativo|dati|recapito|contatto|telefono|utenza|cellulare)",
    "(dalla|dal|dai|dalle|dagli) (vostr*|sua|tua) (list*|elenc*|database|archivi*|sistem*|rubric*|registr*)"
  ],
  remove: "cancell*|toglie*|tolga*|toglie*|elimin*|rimuov*|depenn*|lev*|elimi*|stralci*|scancell*|toglier*",
  stop: [
    "(adesso|ora|e) basta$",
    "(mi|ci) avete (stufat*|stancat*|scocciat*|seccat*|rotto|esasperat*)|ne ho (abbastanza|piene)",
    "smettete*|smetta*|smettil*|basta (con|di|chiamare|telefonare|chiamate|telefonate)|finitel*|finisc*",
    "piant*|fermate*|cessa*|cessar*|fermi|interromp*"
  ],
  dontCall: "",
  dontTry: "non (provat*|prov*|insist*|perd* tempo|disturbatevi|ci prov*)|non (ri)?provateci|inutile|è inutile",
  consent: "consens*|autorizzazion*|permess*|liberatori*",
  withdraw: "non (ve lo|glielo|lo) (do|concedo|rinnovo)|revoc*|ritir*|annull*|disdico|tolgo",
  forbidden: [
    "non (avete|ha|hai) (il |la )?(mio |mia |nostro )?(permess*|autorizzazion*|consens*)",
    "non (vi |le |ho |avete |ha |avete mai |siete |è ){0,4}(mai )?(autorizz*|dat*|diritto|permess*|il diritto|il permesso|il mio consenso|acconsentit*|accett*)",
    "vietat*|vieto|proibisco|diffid*|non (acconsento|autorizzo|accetto|tollero)|senza (il )?mio consenso",
    "mi oppongo|diritto di opposizione|rifiuto|non intendo|non desidero|non dovete|non deve|non potete",
    "non può"
  ],
  harassment: "(questo|questa|è|questi|sono) … (stalking|molesti*|persecuzione)",
  threat: "carabinier*|polizia|denunc*|*avvocat*|garante|querel*|tribunal*|*agcom|legal*|*autorità|segnal*",
  goOn: "se (non )?(la )?(smett*|continu*|insist*|finite|non la finite|richiam*)|se … (smett*|continuat*)",
  how: [
    "come (faccio|posso|si fa|fare|devo fare)|cosa (devo|bisogna) fare|si può|è possibile|c'è (un )?modo",
    "(?<!ne )posso"
  ],
  escape: [
    "non (più )?(ricever*|esser*|aver*|far*|sentir*)|smetter*|toglier*|cancellar*|disiscriver*|uscir*|bloccar*|fermar*",
    "far smettere|liberar*|far finire|evitar*"
  ],
  last: [
    "(che |questa |sia |è |sarà |spero ){1,4}(questa )?(sia )?l'ultima (volta|chiamata|telefonata)",
    "ultima volta che (mi |ci )?(chiam*|telefon*)"
  ],
  block: [
    "(vi |lo |la |li )?(blocco|bloccherò|ho bloccato|sto bloccando|metto in blacklist) … (numero|voi|vi|questo|chiamate)",
    "vi blocco"
  ],
  optOut: [
    "nessuno (qui )?vuole più (sentir*|parlare|essere chiamat*|ricevere)",
    "mai più (mi |ci )?(deve|dovete) (chiam*|richiam*|telefon*)|mai più (ri)?chiam*mi",
    "list* di esclusione|non (voglio|vogliamo|desidero) più (sentir*|avere notizie)|sentir* (parlare )?(di|da) voi",
    "(questo|mio) numero non (lo )?(us|fa|chiam|compon)* (mai )?più|non (faccia|fate|componga|componete|usi|usate) (mai )?più (questo|il mio) numero",
    "(lista|elenco|registro) (di |delle |dei |con le )?(quelli |persone |numeri |chi |coloro )?(che |da )?non (chiamare|contattare|disturbare|vuole|vogliono|va|vanno)",
    "(nessun|nessuna|zero|niente) (altra |altre |ulteriore |ulteriori |più |vostra )?(chiamata|telefonata|chiamate|telefonate) (più |mai |in futuro|in avvenire|d'ora in poi|d'ora in avanti|da voi|da parte vostra)",
    "disiscriv*|registro (pubblico )?delle opposizioni|diritto (di opposizione|all'oblio)|opt out",
    "(favore|prego|pregherei|gentile) … di non (più )?(telefonar*|chiamar*|contattar*|disturbar*)",
    "(non (ho bisogno|desidero|gradisco|voglio)) … altre (chiamate|telefonate)",
    "(favore|prego|pregherei) … … (non )?(telefonar*|chiamar*|contattar*|disturbar*) più",
    "(niente|nulla) … a che fare con (voi|lei)",
    "(mi|ci) (cancelli|cancellate|elimini|eliminate|tolga|togliete) … (subito|grazie|immediatamente|per favore|da li|dal sistema)",
    "(mio|questo|nostro) numero … non (lo )?(dovete|deve|potete|può) … (usare|chiamare|utilizzare|fare)",
    "(evit*) … (di )?(richiamar*|chiamar*|telefonar*|contattar*|disturbar*)",
    "(perdete|dimenticate|scordate*) (il mio |questo )numero",
    "(cancella|cancellate|togliete|togli|eliminate|elimina|rimuovete|levate|depennate)(mi|ci) (subito )?da (tutto|tutti|ogni|qui|lì)",
    "(questo|mio|nostro) numero (va|deve essere|dev'essere|deve venire|è da|da) (rimoss*|cancellat*|tolt*|eliminat*|toglier*|cancellar*|eliminar*|rimuover*)"
  ],
  whoSaid: "(chi|dove) … (dett*|dice|sentito) … … non *",
  others: [
    "banca|enel|tim|vodafone|compagni*|azienda|ditta|società|fratello|sorella|marito|moglie|padre|madre",
    "figli*|mamma|papà|(?<!(sua|vostra|suo|vostro|tua) )collega|capo|vicin*|amic*|nonn*|zi*"
  ],
  told: "(ho|ha|hanno|aveva|abbiamo) (già )?(dett*|chiest*)|vuole|dice|diceva|disturba",
  othersCall:
    "(banca|enel|tim|vodafone|compagni*|azienda|aziende|ditta|società|quelli|loro|fratello|sorella|marito|moglie|figli*|vicin*|altr*|gente|operator*|luce|gas|call center) … … (chiamano|chiama|telefonano|telefona|disturbano|disturba|perseguita|perseguitano|molestano|tormentano|tormenta)",
  someday: "(se|quando|qualora) (un giorno|mai|dovessi|non (vorrò|volessi|vorr*))",
  willTell: "(vi |la |le |ve lo |glielo |lo )?(avviso|avvis*|dico|dirò|faccio sapere|farò sapere|comunic*|chiamo io)",
  oldOne: "vecchi*|precedent*",
  newOne: "nuov*|cambiat*|quest*|altr*",
  past: "ieri|l'altro ieri|di ieri|la settimana scorsa|settimana scorsa",
  refrain:
    "asten*|evit(i|ate|are|ino|arlo)|(non (c'è|serve|occorre|ho|abbiamo)|senza) (il )?(bisogno|necessità|serve)|non (serve|occorre) (che|più|chiam*|telefon*)",
  keep: "non (mi|ci|lo|la|li) (tolg*|togli*|cancell*|elimin*|rimuov*|lev*|depenn*) (dalla|dal|dai|dall|dalle)",
  quote: [
    "se (vi |le )?(dico|dicessi) (di |che )?no",
    "(non|mai) (vi |le )?chiederei",
    "(non|mai) (vi |le |lo )?(ho|abbiamo|avevo) (mai )?(detto|chiesto) (di|che) non",
    "^(e |poi |ma |allora )*(mi |ci |lui |lei |qualcuno |la gente )?(ha|hanno) (solo )?(detto|gridato|risposto) … non",
    "(non è|mica) che … non|(ha|hanno) (riattaccato|messo giù|chiuso)$|(c'è|la) gente (che )?(dice|chiede)"
  ],
  neitherNor: "né (oggi|adesso|ora|domani) né *",
  often: "(due|tre|quattro|cinque|sei|dieci|mille|tante) volte|tutti i giorni|ogni giorno|tutta la settimana",
  stillCall: "(mi |ci )?(chiamate|chiama|telefonate) ancora|continuate a (chiam*|telefon*)",
  goOnPlease: [
    "non (voglio|vorrei) che … (smett*|cancell*|toglie*)|non (revoco|ritiro|annullo)",
    "perché … (smesso|smettete)"
  ]
}

export const italian = netOf({
  words: italianWords,
  ever: [
    "(cortesia|favore|piacere|gentilezza) di (cancellar|toglier|eliminar|levar|depennar)(mi|ci)( (da|dal|dalla|dai|subito|grazie)( …)?)?$",
    "(questo|mio) numero … non (si chiama|si telefona|va chiamato|va contattato) (mai )?piu",
    "basta (mi|ci) avete (rotto|stufat*|stancat*|scocciat*|seccat*)",
    "non (farvi|fatevi|si faccia|farsi) (mai )?(piu (sentire|vivo|vivi|viva)|sentire (mai )?piu)",
    "(fa|faccia|fate|facciano|far) sparire (il mio|questo|i miei) (numero|nome|contatto|dati)",
    "(non (autorizzo|permetto|acconsento)|vieto|proibisco) … … (uso|usare|usiate|utilizz*) … (mio|questo|miei) (numero|dati|telefono)",
    `(?<!(che|nessuno|lei) )non (mi |ci |si |mi deve |mi dovete |deve |dovete |vi |provi a |provate a |si azzardi a |azzardatevi a |azzardarti a |osi |osate |permettetevi di |si permetta di )?(piu )?${chiami} … ${maiPiu}`,
    `non (mi |ci )?(deve|dovete|devi|devono|potete|puo) (piu |mai piu )?${chiamare}( piu| mai)?`,
    `(?<!nessuno )non ${chiami} (per favore |qui |a questo numero |a casa )?(mai )?${maiPiu}`,
    `(?<!non )mai piu (a )?(mi |ci )?(${chiamare}|${chiami}|telefonat*|chiamat*)`,
    `(?<!non )(la )?(smett(a|ete|ila|etela|ere|i|erla|ano|este|esse|iate)|fin(isca|ite|itela|iscila|irla|ire|iamola)|piant(i|ate|atela|ala|arla|ino)|basta|stop|cess(i|ate|are|ino))( ora| subito| per favore| immediatamente| una buona volta| pure| anche)?( di| con| a)? (mi |ci )?(${chiamare}|(queste |le |tutte queste |tutte ste |ste |le vostre |vostre )?(chiamate|telefonate))`,
    "basta( con)? (queste |le |ste |tutte queste |tutte |le vostre |vostre )?(chiamate|telefonate|chiamarmi|disturbarmi)",
    `${cancelli}(mi)? (subito |per favore |immediatamente |pure )?(il mio|questo|sto|il) (numero|nome|telefono|cellulare|recapito|contatto|nominativo)`,
    `${cancelli} (subito |tutti |immediatamente |per favore )?(i miei|tutti i miei|miei) (dati|recapiti|contatti)`,
    `(mi |ci )?${cancelli} (subito |per favore |immediatamente )?(da |dal |dalla |dalle |dai |dagli |dall')((tutti i vostri|tutti gli|tutte le vostre|tutte le|tutti i|ogni|vostra|vostro|vostre|vostri|sua|suo|tua|questa|questo|quella|codesta) )?${listaIt}`,
    `(cancellar|toglier|rimuover|eliminar|levar|depennar)(mi|ci) (da |dal |dalla |dalle |dai |dall')((tutti i vostri|tutti gli|tutte le vostre|tutte le|tutti i|ogni|vostra|vostro|vostre|vostri|sua|suo|tua|questa|questo) )?${listaIt}`,
    `(voglio|vorrei|desidero|posso|devo) (essere )?(cancellat*|rimoss*|tolt*|eliminat*|depennat*|uscire|disiscriver*|cancellarmi|togliermi) (da |dal |dalla |dalle |dai |dall')(vostr* |quest* |su* )?(${listaIt}|chiamate|telefonate)`,
    "non (voglio|vorrei|desidero|vogliamo|intendo|gradisco|accetto) (assolutamente |proprio )?(piu )?(mai |mai piu )?(essere|venire) (piu )?(mai )?(contattat*|disturbat*|(ri)?chiamat*|molestat*|importunat*|infastidit*|cercat*)",
    "non (voglio|vorrei|desidero|vogliamo|intendo|gradisco|accetto|autorizzo|permetto|tollero) (assolutamente |proprio )?(piu )?(mai piu )?(ricevere |avere )?(piu )?(altre |le |queste |vostre |le vostre |nessun* |alcun* |telefonate o )?(altr* )?(chiamat*|telefonat*|comunicazioni commerciali)",
    `non (voglio|vorrei|desidero|vogliamo|accetto|permetto) (assolutamente |proprio )?(piu )?che (nessuno |lei |voi |la vostra azienda )?(mi|ci) ${chiamiate}`,
    `(preferir*|preferisco|gradirei|vorrei|chiedo|pretendo|esigo|voglio|desidero) (gentilmente )?che (lei |voi |nessuno )?(non )?(mi |ci |la )?(${chiamiate} (mai )?piu|smett(este|esse|iate|a|ano)( …)?|cancell(aste|asse|iate|i)|elimin(aste|asse|iate|i)|toglie*(ste|sse)|non ${chiamiate} piu)`,
    "(gradirei|vorrei|preferir*|preferisco|desidero|voglio|desidererei|chiedo di|chiederei di|prego di) non (essere|venire|ricevere) (mai )?piu (essere )?(mai )?((ri)?chiamat*|contattat*|disturbat*|molestat*|importunat*|telefonat*|altre|queste|vostre|nessuna)( …)?",
    "non (ho|abbiamo) (piu )?(alcuna |nessuna )?(intenzione|voglia) di (ricevere|essere|rispondere|avere)( …) (chiamat*|telefonat*|contattat*|disturbat*|richiamat*)( piu)?",
    "(non voglio) (piu |mai piu )?(sentir|veder)(vi|la|ti)( mai)?( piu)?|non voglio (piu )?(sapere|sentire|aver) (piu )?(niente |nulla |nulla a che fare |parlare )?(di|da|con) (voi|lei)( …)?",
    "(lasciatemi|lasciami|lasciateci|mi lasci|mi lasciate|mi lascino|ci lasci|ci lasciate|lasciarmi) (una buona volta |stare |un po |per favore )?(in pace|stare|tranquill*)",
    "(revoco|ritiro|annullo|revocare|ritirare|nego|non do|non ho (mai )?dato|non abbiamo (mai )?dato|non vi do|non le do) (con la presente |qualsiasi |ogni |immediatamente )?(il |l'|la |alcun |alcuna |nessun |nessuna )?(mio |mia )?(consenso|autorizzazione|permesso)( …)?",
    "(mi oppongo|ci opponiamo|mi rifiuto) (al|alle|a|di|ad) (tutte |qualsiasi |ogni |vostre |queste |ulteriori |ricevere |essere )?(altre |le )?(chiamat*|telefonat*|contatt*|trattamento|telemarketing|pubblicita)",
    "(proibisco|vieto|diffido) (formalmente |assolutamente )?(a voi |vi )?(di|dal|da) (mi |continuare a |richiamarmi|chiamarmi|telefonarmi|contattarmi|disturbarmi)( …)?",
    "(vi|la) (proibisco|vieto|diffido) (di|dal|da)( …)? (chiamar*|telefonar*|contattar*|disturbar*)",
    "(non) (siete|e|sei|avete|ha) (piu )?(autorizzat*|(il |nessun |alcun )?(permesso|consenso|diritto|autorizzazione)) (a|di|per|ad) (chiamar*|contattar*|telefonar*|disturbar*)",
    "(che )?(sia|e) (questa )?l'ultima volta che (mi |ci )?(chiam*|telefon*|disturb*)|(questa e|che sia) l'ultima (chiamata|telefonata)",
    "(nessun'?|niente|zero|non piu) ?(altr* |piu )?(chiamat*|telefonat*)( piu)?",
    "(scordatevi|dimenticatevi|si dimentichi|dimenticati|si scordi|scordati|dimenticate|dimentichi) (di me|del mio numero|di questo numero|il mio numero|che esisto)",
    `(che )?(non )?(c'e|serve|e il caso|occorre) (bisogno )?(di|che) (mi )?(${chiamiate}|${chiamare}) (mai )?piu`,
    "non (usate|usi|utilizzate) (piu )?(il mio|questo) numero",
    "(mi )?(disiscriv*|disiscrizion*|disdico l'iscrizione)( …)?",
    "(non )(mi )?romp*( mi)? (piu )?(le scatole|le palle|i coglioni|l'anima)( piu)?",
    // Threats that a further call has consequences.
    "(se|appena|prossima volta che|ancora una) (mi |ci |lei |voi |continuate a |continua a |mi continuate a ){0,3}((ri)?chiam*|telefon*|disturb*|insist*|continu*|contatt*|telefonata)( …)( …) (denunc*|polizia|carabinieri|avvocat*|querel*|garante|tribunale|legali|segnal*|agcom)( …)?",
    "(denunc*|polizia|carabinieri|avvocat*|querel*|garante|tribunale|legali|segnal*|agcom)( …) (se|appena) (mi |ci |lei |voi |continuate a |continua a |non ){0,3}((ri)?chiam*|telefon*|disturb*|insist*|continu*|contatt*|smett*)( …)?",
    "(stuf*|stanc*|arcistuf*|esasperat*) (di|delle|di tutte|di ricevere|di essere) ?(queste |le |vostre |continue |ste )?(chiamat*|telefonat*|disturbat*)( …)?",
    "non ne posso piu (di|delle) (tutte )?(queste |vostre |le vostre |ste )?(chiamat*|telefonat*)",

    "(proibisco|vieto) di (chiamarmi|telefonarmi|contattarmi)",
    "non voglio (piu )?(sentirvi|sentirla)( mai)?( piu)?",
    "(cancell*|elimin*|rimuov*) (subito |immediatamente )?i miei dati",
    "(finitela|finiscila|smettetela) con (queste|le) (telefonate|chiamate)",

    "dimentic(hi|ate|are|hino|atevi del|hiate) (il mio|questo) numero",
    "non (mi |ci )?(chiam*|richiam*|telefon*|contatt*|disturb*|cerc*|scocc*) (mai )?piu",
    "non (chiam*|richiam*|telefon*|contatt*|disturb*)(mi|ci) (mai )?piu",
    "non (mi )?(richiami|chiami|telefoni|contatti) mai piu",
    "mai piu (chiamate|telefonate|chiamarmi)",
    `non (vi |si |ti )?(prov*|permett*|osi|osate|azzard*|sogn*) (mai )?(piu )?(a|di|ad) ${chiamare}`,
    "la smett* di (chiamar*|telefonar*|disturbar*)",
    "basta (con )?(queste |le )?(chiamate|telefonate|chiamarmi)",
    "(cancell*|togl*|tolg*|rimuov*|elimin*|lev*|blocc*) (il mio|questo) (numero|nome|telefono)",
    "(cancell*|elimin*|rimuov*) i miei dati",
    "(toglie*|toglimi|cancellatemi|cancellami|rimuovetemi|mi tolga|mi cancelli|mi rimuova|mi tolgano)( dalla| dal| dai)( vostra| sua| tua| vostro)? (lista|elenco|database|archivio)",
    "non (voglio|desidero|vogliamo) (piu )?(essere (chiamat*|contattat*|disturbat*)|ricevere (piu )?(le |queste |vostre )?(chiamate|telefonate)|che mi (chiam*|richiam*|contatt*))( …)?",
    "(detto|chiesto|prego|chiedo|ripetuto|dir(vi|le|glielo|velo)) (gia |mille volte |sempre )?(di )?non (chiamar*|richiamar*|telefonar*|disturbar*|contattar*)( piu)?",
    "(lasciatemi|mi lasci|lasciami|mi lasciate) in pace",
    "(revoco|ritiro) (il )?(mio )?consenso( …)?",
    "non (siete|e|sei) autorizzat* a (chiamarmi|contattarmi)",
    "non (avete|ha) (il )?(permesso|consenso|diritto) (di|per|a) chiamarmi",
    "registro delle opposizioni",
    "lista di chi non vuole chiamate",
    "vorrei che non mi chiamas*( piu)?",
    "(dovete|deve) smettere di (chiamarmi|chiamare|disturbare)"
  ],
  plain: [
    "(preferisco|preferirei|vorrei|gradirei) non ricevere (più )?(altre |vostre |queste )?(chiamate|telefonate)",
    "non (mi|ci) (parli|parlate|ricontatt*|contatt*)( più| mai più)?",
    `non (mi |ci )${chiami}`,
    "non (mi )?(chiami|chiamate|telefoni|telefonate|richiami|richiamate|ritelefoni|ritelefonate)",
    "non (chiam|telefon|contatt|disturb|richiam)(ate|ar)(mi|ci)",
    `(prego|chiedo|chiesto|detto|ripetuto|preferir*|gradirei|vorrei|voglio|potrebbe|potreste|puo|potete|per favore|invito|pregherei|cortesia|favore)( …)? non ${chiamare}( piu)?`,
    `(preferir*|preferisco|gradirei|vorrei|chiedo|voglio) che (lei |voi )?non (mi |ci )?${chiamiate}`
  ],
  limits: [
    "adesso|ora|oggi|domani|stasera|stamattina|pomeriggio|prima|dopo|fino|mentre|quando|durante|presto|tardi",
    "(la|di|il) (domenica|sabato|lunedi|mattina|sera|notte)",
    "(in|al) (ufficio|lavoro)|a quest'ora|questa settimana",
    "se|a meno|all'ora di|alle|nessuno|nessun|signor*|dottor*|(con|per) nome|la (richiamo|chiamo|ricontatto) io|vi (richiamo|chiamo) io|chiamo io|richiamo io"
  ],
  span: {
    time: "questa settimana|questo mese|quest'anno|per (un|una|due|tre|qualche) *|(per )?oggi|fino a *|(durante le|in) vacanz*",
    again: "più|di nuovo",
    within: 0
  },
  denials: [
    "^(il |mio ){0,2}(telefono|cellulare) … non chiama piu$|^(ormai |qui )?(non (mi |ci )?chiama piu nessuno|nessuno (mi |ci )?chiama piu)$",

    "non (chiam*|telefon*|contatt*|disturb*|richiam*) (a )?(il |la )?(mio|mia|miei) (padre|madre|papà|mamma|marito|moglie|figli*|fratello|sorella|nonn*|ufficio|capo|genitori)",
    "non (ri)?(chiamo|contatto|disturbo) (piu|mai)",
    // A limit right behind the verb, and another way to call.
    "*(chiam*|telefon*|disturb*|contatt*)( piu| mai)?( a casa)? (di (sera|notte|mattina|domenica|sabato)|(la|il|alla|al) (sera|notte|mattina|mattino|pomeriggio|domenica|sabato|lunedi|martedi|mercoledi|giovedi|venerdi|weekend|fine settimana|lavoro)|in (ufficio|orario)|a (quest'ora|queste ore|lavoro|pranzo|cena|quell'ora)|all'ora di|all'una|alle|(cosi|troppo) (tardi|presto|spesso)|prima|dopo|durante|mentre|quando|oggi|domani|stasera|questa (sera|settimana)|fino|sul (fisso|lavoro))",
    "((mi|ci) (ri)?chiam(i|ate)|(ri)?chiam(ate|a)(mi|ci)|telefon(ate|a)mi) (al|sul|all'|a casa|piuttosto|domani|dopo|piu tardi|lunedi|quando|pure|invece|anna|in|alle|la prossima)|ma (sul|al) (cellulare|fisso|numero)|mi chiami (signor*|per nome|dottor*)",
    "(vuol|vuole|volete) dire che|significa che|^quindi non|(cosa|che|come) (succede|devo fare|faccio|posso fare|si fa) se( …)",
    "lista d'?attesa|numero (di |del )?(cliente|conto|ordine|contratto|pratica|carta)",
    "(nessuno|(?<!(sua|vostra|suo|vostro|tua) )collega|ex|fidanzat*|suocer*|dottore|medico|scuola|figli|nipote|gente|altra ditta|altra compagnia)( …)? (mi|non|che mi|ha|hanno)( …) (chiam*|smett*|disturb*|telefon*)( …)?",
    "non (cancell|elimin|togl|tolg|rimuov|blocc|lev)*( …)? (il mio|questo|miei)",
    "se non (mi|ci) (chiam*|richiam*|contatt*)|se non rispond*",
    "(in pace|stare|tranquill*) (un|una|due|cinque|qualche|per) (attimo|minut*|second*|po|momento|oggi)",
    "(fino a|prima di) (lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|domani)",
    "non (smett*|la smetta)",
    "non ho (detto|chiesto)",
    "(ha|hanno|aveva|avevano) (detto|chiesto) (di|che)",
    "perche non",
    "(fratello|sorella|marito|moglie|figlio|figlia|madre|padre|vicin*|capo|amic*|lui|lei|banca) (mi |vi |le |non )?(ha |a )?(detto|chiesto|dice|vuole|smette)( …)?",
    "(ha|ti) detto non",
    "mi (chiamo|chiama)",
    "non mi chiamo*( …)?"
  ],
  alone: ["(basta|stop|fermo|fermi|smettila|smettetela|la smetta)( per favore| subito| adesso)?"],
  promises: [
    "non (la|ti|vi) (chiameremo|richiameremo|contatteremo|disturberemo|chiamero|richiamero) (mai )?piu",
    "non (ricevera|riceverai) piu (chiamate|telefonate)( …)?",
    "non sara piu (chiamat*|contattat*|disturbat*)",
    "(abbiamo|ho) (cancellato|rimosso|tolto|eliminato) il suo (numero|nome)",
    "(cancelleremo|rimuoveremo|toglieremo|elimineremo) il suo (numero|nome)",
    "il suo (numero|nome) (e stato|verra|sara) (cancellato|rimosso|tolto|eliminato)"
  ]
})

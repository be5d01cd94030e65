import type { Language } from '../../../contract/analysis/language.ts'

/**
 * The words of a sentence that are no thing in a photo, in one language. Alternatives are separated by `|`; each may be
 * several words, and represents its inflections. Months, `yesterday` and `three days ago` come from `Intl`.
 */
export type SmallWords = {
  /** Words that say nothing about a photo: prepositions, articles, "photos of". */
  filler: string
  /** Before what photos must not show. */
  not: string
  /** The same behind it. */
  notBehind?: string
  or: string
  /** Before and behind a date. */
  since: string
  sinceBehind?: string
  before: string
  beforeBehind?: string
  /** Before and behind a number that is the least. */
  least: string
  more?: string
  star: string
  /** Spring, summer, autumn, winter. */
  seasons: readonly [string, string, string, string]
  /** With a season: that of the past year, and that of this one. */
  last: string
  this?: string
  /** Days in the search language, where `Intl` has no or other words. */
  dates?: Readonly<Record<string, string>>
  /** From one on. */
  numbers: string
  /** Other words and irregular forms of concepts. */
  other?: Readonly<Record<string, string>>
}

export const smallWords: Partial<Record<Language, SmallWords>> = {
  en: {
    filler:
      'a|an|the|in|on|at|of|with|and|by|from|to|for|over|under|near|next to|beside|behind|above|below|between|into|' +
      'through|is|are|was|were|be|some|any|my|our|your|his|her|their|its|s|but|that|which|who|this|these|those|there|' +
      'photo|photos|picture|pictures|image|images|pic|pics|shot|shots|taken|show me|find|all|during|while|as|wearing|me|year|has|have|having',
    not: 'no|not|without|except|never|but not|but no|no more',
    or: 'or|either|or else',
    since: 'since|after',
    before: 'before',
    least: 'at least|minimum',
    more: 'or more|or better|and up',
    star: 'star|stars',
    seasons: ['spring', 'summer', 'autumn|fall', 'winter'],
    last: 'last|past|previous',
    this: 'this',
    dates: { 'last weekend': 'last weekend|at the weekend', '2 days ago': 'the day before yesterday' },
    numbers: 'one|two|three|four|five|six|seven|eight|nine|ten',
    other: {
      'orange-color': 'orange',
      child: 'children',
      man: 'men',
      woman: 'women|lady',
      mouse: 'mice',
      bicycle: 'bike',
      'old-woman': 'grandma',
    },
  },
  de: {
    filler:
      'der|die|das|den|dem|des|ein|eine|einen|einem|einer|in|im|am|an|auf|mit|und|von|vom|aus|bei|beim|zu|zum|zur|' +
      'über|unter|neben|hinter|vor|für|um|durch|nach|ist|sind|war|waren|mein|unser|dein|sein|ihr|aber|wo|wie|als|' +
      'foto|fotos|bild|bilder|aufnahme|aufnahmen|aufgenommen|aufgenommene|zeige|zeig mir|alle|alles|während|s',
    not: 'kein|keine|keinen|keinem|keiner|nicht|ohne|außer|aber kein|aber nicht',
    or: 'oder|entweder',
    since: 'seit|nach|ab',
    before: 'vor|bis vor',
    least: 'mindestens|wenigstens|ab',
    more: 'oder mehr|oder besser|und mehr',
    star: 'Stern|Sterne|Sternen',
    seasons: ['Frühling|Frühjahr', 'Sommer', 'Herbst', 'Winter'],
    last: 'letzten|letzter|vergangenen|vorigen',
    this: 'diesen|dieser',
    dates: { 'last weekend': 'letztes Wochenende|am Wochenende', '2 days ago': 'vorgestern' },
    numbers: 'ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
    other: {
      person: 'Menschen|Mensch|Leute|Personen',
      bench: 'Bank|Parkbank',
      'old-woman': 'alte Frau|Oma|Großmutter',
      'old-man': 'alter Mann|alten Mann|Opa|Großvater',
      bicycle: 'Rad',
      'mobile-phone': 'Handy',
      sea: 'Ozean',
    },
  },
  fr: {
    filler:
      'le|la|les|l|un|une|des|du|de|d|à|a|au|aux|en|dans|sur|sous|avec|et|par|pour|près de|à côté de|au dessus de|' +
      'au dessus|derrière|devant|est|sont|qui|que|qu|mon|ma|mes|notre|nos|son|sa|ses|mais|ce|cet|cette|ces|c|j|n|s|' +
      'photo|photos|image|images|prise|prises|montre|tous|toutes|tout|pendant|année|portant',
    not: 'pas de|pas d|pas|sans|aucun|aucune|sauf|ni|mais pas|mais sans',
    or: 'ou|ou bien|soit',
    since: 'depuis|après',
    before: 'avant',
    least: 'au moins|minimum',
    more: 'ou plus|et plus',
    star: 'étoile|étoiles',
    seasons: ['printemps', 'été', 'automne', 'hiver'],
    last: 'dernier|dernière|passé',
    this: 'cet|ce',
    dates: { 'last weekend': 'le week end dernier', 'last year': 'an dernier|année dernière|année passée' },
    numbers: 'un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix',
    other: {
      person: 'gens|personnes|humain',
      white: 'blanche|blanches',
      purple: 'violette|violettes',
      'old-man': 'vieil homme|grand père',
      'old-woman': 'vieille femme|grand mère',
      eye: 'yeux',
    },
  },
  es: {
    filler:
      'el|la|los|las|lo|un|una|unos|unas|de|del|a|al|en|con|y|e|por|para|sobre|bajo|junto a|cerca de|detrás de|' +
      'delante de|entre|es|son|está|están|que|mi|mis|nuestro|nuestra|su|sus|tu|pero|este|esta|estos|estas|' +
      'foto|fotos|imagen|imágenes|fotografía|tomada|tomadas|muestra|todos|todas|durante|año',
    not: 'no|sin|ningún|ninguna|excepto|pero no|pero sin|ni|salvo',
    or: 'o|u',
    since: 'desde|después de|a partir de',
    before: 'antes de|antes del',
    least: 'al menos|por lo menos|mínimo',
    more: 'o más',
    star: 'estrella|estrellas',
    seasons: ['primavera', 'verano', 'otoño', 'invierno'],
    last: 'pasado|pasada|último',
    this: 'este|esta',
    dates: { 'last weekend': 'fin de semana pasado|el fin de semana', '2 days ago': 'anteayer|antier' },
    numbers: 'uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez',
    other: {
      person: 'gente|personas',
      car: 'auto|carro',
      sunset: 'puesta de sol|ocaso',
      'old-man': 'abuelo|hombre mayor',
      'old-woman': 'abuela|mujer mayor',
    },
  },
  it: {
    filler:
      'il|lo|la|i|gli|le|l|un|uno|una|di|del|dello|della|dell|dei|degli|delle|d|a|al|allo|alla|all|ai|agli|alle|da|' +
      'dal|dalla|dall|in|nel|nello|nella|nell|nei|nelle|con|col|e|ed|su|sul|sullo|sulla|sull|sui|sulle|per|tra|fra|' +
      'sotto|sopra|vicino a|dietro|davanti a|è|sono|che|chi|mio|mia|miei|mie|nostro|nostra|suo|sua|ma|questo|questa|' +
      'foto|fotografia|fotografie|immagine|immagini|scattata|scattate|mostra|tutti|tutte|durante|anno',
    not: 'non|senza|nessun|nessuno|nessuna|tranne|ma non|ma senza|eccetto',
    or: 'o|oppure|od',
    since: 'dal|dopo|dopo il|da',
    before: 'prima del|prima di',
    least: 'almeno|minimo',
    more: 'o più',
    star: 'stella|stelle',
    seasons: ['primavera', 'estate', 'autunno', 'inverno'],
    last: 'scorso|scorsa|passato|passata',
    this: 'questo|questa|quest',
    dates: { 'last weekend': 'fine settimana scorso|lo scorso fine settimana', '2 days ago': 'l altro ieri|altroieri' },
    numbers: 'uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci',
    other: {
      person: 'gente|persone',
      man: 'uomini',
      car: 'macchina',
      baby: 'bebè',
      bicycle: 'bici',
      'old-man': 'nonno|uomo anziano',
      'old-woman': 'nonna',
    },
  },
  nl: {
    filler:
      'de|het|een|in|op|aan|bij|met|en|van|uit|naar|te|voor|over|onder|naast|achter|boven|tussen|door|tijdens|is|zijn|' +
      'was|waren|mijn|onze|ons|zijn|haar|hun|maar|die|dat|deze|dit|t|s|' +
      "foto|foto's|beeld|beelden|afbeelding|afbeeldingen|genomen|gemaakt|toon|alle|jaar",
    not: 'geen|niet|zonder|behalve|maar geen|maar niet',
    or: 'of|ofwel',
    since: 'sinds|vanaf|na',
    before: 'voor',
    least: 'minstens|ten minste|minimaal|vanaf',
    more: 'of meer',
    star: 'ster|sterren',
    seasons: ['lente|voorjaar', 'zomer', 'herfst|najaar', 'winter'],
    last: 'afgelopen|vorige|laatste',
    this: 'deze',
    dates: { 'last weekend': 'afgelopen weekend|vorig weekend', '2 days ago': 'eergisteren' },
    numbers: 'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien',
    other: {
      person: 'mensen|personen',
      lake: 'meren',
      'old-man': 'opa|grootvader',
      'old-woman': 'oma|grootmoeder',
      leaf: 'bladeren|blaadjes',
    },
  },
  pt: {
    filler:
      'o|a|os|as|um|uma|uns|umas|de|do|da|dos|das|em|no|na|nos|nas|num|numa|com|e|por|pelo|pela|para|sobre|sob|' +
      'perto de|ao lado de|atrás de|entre|é|são|está|estão|que|ao|à|às|aos|meu|minha|meus|minhas|nosso|nossa|seu|sua|' +
      'mas|este|esta|foto|fotos|fotografia|imagem|imagens|tirada|tiradas|mostre|todos|todas|durante|ano',
    not: 'não|sem|nenhum|nenhuma|exceto|mas não|mas sem|nem',
    or: 'ou',
    since: 'desde|depois de|a partir de',
    before: 'antes de|antes do',
    least: 'pelo menos|ao menos|no mínimo',
    more: 'ou mais',
    star: 'estrela|estrelas',
    seasons: ['primavera', 'verão', 'outono', 'inverno'],
    last: 'passado|passada|último',
    this: 'este|esta|neste|nesta',
    dates: { 'last weekend': 'fim de semana passado|último fim de semana', '2 days ago': 'anteontem' },
    numbers: 'um|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez',
    other: {
      person: 'gente|pessoas',
      dog: 'cão|cães',
      train: 'comboio',
      bus: 'autocarro',
      'old-man': 'avô|velho',
      'old-woman': 'avó|velha|mulher idosa',
    },
  },
  sv: {
    filler:
      'en|ett|den|det|de|i|på|vid|med|och|av|från|till|för|över|under|bredvid|bakom|framför|mellan|genom|är|var|som|' +
      'min|mitt|mina|vår|vårt|våra|din|sin|hans|hennes|deras|men|denna|detta|' +
      'foto|foton|bild|bilder|tagen|tagna|visa|alla|året|s|år',
    not: 'ingen|inget|inga|inte|utan|förutom|men inte|men ingen|ej',
    or: 'eller|antingen',
    since: 'sedan|efter|från och med',
    before: 'före|innan',
    least: 'minst|åtminstone',
    more: 'eller mer|eller fler',
    star: 'stjärna|stjärnor',
    seasons: ['vår|våren', 'sommar|sommaren', 'höst|hösten', 'vinter|vintern'],
    last: 'förra|senaste',
    this: 'denna|i',
    dates: {
      'last weekend': 'förra helgen|i helgen',
      '2 days ago': 'i förrgår|förrgår',
      today: 'idag',
      yesterday: 'igår',
      'last year': 'i fjol|fjolåret|förra året',
      'last summer': 'i somras',
      'last winter': 'i vintras',
      'last spring': 'i våras',
      'last autumn': 'i höstas',
    },
    numbers: 'ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio',
    other: {
      person: 'människor|människa|folk|personer',
      man: 'män|mannen',
      bird: 'fåglar',
      book: 'böcker',
      'old-man': 'gammal man|farfar|morfar',
      'old-woman': 'gammal kvinna|gamla kvinnan|mormor|farmor',
      sky: 'himlen',
    },
  },
  da: {
    filler:
      'en|et|den|det|de|i|på|ved|med|og|af|fra|til|for|over|under|bag|foran|er|var|som|min|mit|mine|vores|men|s|' +
      'foto|billede|billeder|taget|vis|alle|år',
    not: 'ingen|intet|ikke|uden|undtagen|men ikke',
    or: 'eller',
    since: 'siden|efter',
    before: 'før',
    least: 'mindst',
    more: 'eller mere',
    star: 'stjerne|stjerner',
    seasons: ['forår', 'sommer', 'efterår', 'vinter'],
    last: 'sidste',
    this: 'denne',
    numbers: 'en|to|tre|fire|fem|seks|syv|otte|ni|ti',
    other: { person: 'mennesker|folk', child: 'børn', man: 'mænd' },
  },
  no: {
    filler:
      'en|et|ei|den|det|de|i|på|ved|med|og|av|fra|til|for|over|under|bak|foran|er|var|som|min|mitt|mine|vår|men|s|' +
      'foto|bilde|bilder|tatt|vis|alle|år',
    not: 'ingen|ikke|uten|unntatt|men ikke',
    or: 'eller',
    since: 'siden|etter',
    before: 'før',
    least: 'minst',
    more: 'eller mer',
    star: 'stjerne|stjerner',
    seasons: ['vår', 'sommer', 'høst', 'vinter'],
    last: 'siste|forrige',
    this: 'denne',
    numbers: 'en|to|tre|fire|fem|seks|sju|åtte|ni|ti',
    other: { person: 'mennesker|folk', child: 'barn', man: 'menn' },
  },
  ru: {
    filler:
      'в|во|на|с|со|из|у|и|по|за|от|до|для|под|над|около|рядом с|возле|перед|между|к|о|об|это|мой|моя|мои|моё|наш|' +
      'наша|его|её|их|но|а|который|которая|фото|фотография|фотографии|снимок|снимки|картинка|снято|покажи|все|год|' +
      'года|году|г',
    not: 'не|нет|без|кроме|но не|но без|никаких|ни',
    or: 'или|либо',
    since: 'с|после|начиная с',
    before: 'до|раньше',
    least: 'не менее|минимум|хотя бы|от',
    more: 'и более|или больше',
    star: 'звезда|звёзд|звёзды|звезды',
    seasons: ['весна|весной', 'лето', 'осень', 'зима|зимой'],
    last: 'прошлый|прошлым|прошлой|прошлого',
    this: 'этот|этим|этой',
    dates: { 'last weekend': 'прошлые выходные|на выходных', '2 days ago': 'позавчера', 'last year': 'прошлый год' },
    numbers: 'один|два|три|четыре|пять|шесть|семь|восемь|девять|десять',
    other: {
      person: 'люди|людей|людьми|людям',
      child: 'дети|детей|детьми|ребёнок|ребёнка',
      flower: 'цветы|цветов|цветами|цветах',
      church: 'церкви|церквей',
      screenshot: 'снимки экрана|скриншот',
      car: 'машина',
      dog: 'пёс|щенок',
      cat: 'кот|кошек',
      'old-man': 'дедушка|старик',
      'old-woman': 'бабушка|старушка',
      tree: 'деревья|деревьев',
    },
  },
  uk: {
    filler:
      'в|у|на|з|із|зі|і|й|та|по|за|від|до|для|під|над|біля|перед|між|це|мій|моя|мої|наш|але|фото|світлина|знімок|' +
      'знімки|усі|рік|року|році',
    not: 'не|ні|без|крім|але не',
    or: 'або|чи',
    since: 'з|після|від',
    before: 'до',
    least: 'не менше|щонайменше',
    star: 'зірка|зірок|зірки',
    seasons: ['весна', 'літо', 'осінь', 'зима'],
    last: 'минулий|минулого|минулої',
    numbers: 'один|два|три|чотири|п’ять',
    other: { person: 'люди|людей', child: 'діти|дітей' },
  },
  pl: {
    filler:
      'w|we|na|z|ze|i|oraz|o|od|do|dla|pod|nad|przy|obok|przed|za|między|u|to|jest|są|mój|moja|moje|nasz|ale|który|' +
      'która|zdjęcie|zdjęcia|fotografia|obraz|zrobione|pokaż|wszystkie|rok|roku|r',
    not: 'nie|bez|oprócz|żaden|żadnych|ale nie',
    or: 'lub|albo',
    since: 'od|po',
    before: 'przed',
    least: 'co najmniej|przynajmniej',
    more: 'lub więcej',
    star: 'gwiazdka|gwiazdki|gwiazdek',
    seasons: ['wiosna', 'lato', 'jesień|jesieni', 'zima'],
    last: 'zeszły|zeszłego|zeszłej|ubiegły|ostatni',
    this: 'ten|tego|tej',
    dates: { '2 days ago': 'przedwczoraj' },
    numbers: 'jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć',
    other: { person: 'ludzie|ludzi|ludźmi', child: 'dzieci', dog: 'psy|psa|psem|psów', cat: 'koty|kota' },
  },
  cs: {
    filler:
      'v|ve|na|s|se|z|ze|a|i|o|od|do|pro|pod|nad|u|před|za|mezi|je|jsou|můj|moje|náš|ale|fotka|fotky|foto|snímek|rok|roku',
    not: 'ne|bez|kromě|žádný|ale ne',
    or: 'nebo|či',
    since: 'od|po',
    before: 'před',
    least: 'alespoň|nejméně',
    star: 'hvězda|hvězdy|hvězd|hvězdičky',
    seasons: ['jaro', 'léto', 'podzim', 'zima'],
    last: 'minulý|minulé',
    numbers: 'jeden|dva|tři|čtyři|pět',
    other: { person: 'lidé|lidi|lidí', child: 'děti|dětí', dog: 'psi|psa|psem' },
  },
  ro: {
    filler:
      'un|o|cu|în|pe|la|de|din|și|si|lângă|sub|pentru|este|sunt|care|mea|meu|dar|foto|fotografii|poze|poza|imagini|anul',
    not: 'nu|fără|nici|dar nu',
    or: 'sau|ori',
    since: 'din|după|de la',
    before: 'înainte de',
    least: 'cel puțin',
    star: 'stea|stele',
    seasons: ['primăvara', 'vara', 'toamna', 'iarna'],
    last: 'trecut|trecută',
    numbers: 'unu|doi|trei|patru|cinci',
    other: { person: 'oameni', child: 'copii' },
  },
  ca: {
    filler:
      'el|la|els|les|l|un|una|uns|unes|de|del|dels|d|a|al|als|en|amb|i|per|sobre|sota|és|són|que|meu|meva|però|foto|' +
      'fotos|imatge|imatges|any',
    not: 'no|sense|cap|però no',
    or: 'o',
    since: 'des de|després de',
    before: 'abans de',
    least: 'almenys|com a mínim',
    star: 'estrella|estrelles',
    seasons: ['primavera', 'estiu', 'tardor', 'hivern'],
    last: 'passat|passada',
    numbers: 'un|dos|tres|quatre|cinc',
    other: { person: 'gent|persones' },
  },
  fi: {
    filler: 'ja|on|ovat|että|joka|minun|meidän|mutta|kuva|kuvat|kuvia|valokuva|kaikki|kanssa|vuonna|vuosi',
    not: 'ei|ilman|paitsi|mutta ei',
    or: 'tai',
    since: 'jälkeen',
    before: 'ennen',
    least: 'vähintään',
    star: 'tähti|tähteä',
    seasons: ['kevät', 'kesä', 'syksy', 'talvi'],
    last: 'viime',
    numbers: 'yksi|kaksi|kolme|neljä|viisi',
    other: { person: 'ihmiset|ihmisiä', child: 'lapset|lapsia' },
  },
  hu: {
    filler: 'a|az|egy|és|is|van|vannak|ami|aki|de|kép|képek|fotó|fotók|fénykép|minden|év|évben',
    not: 'nem|nincs|nélkül|kivéve|de nem',
    or: 'vagy',
    since: 'óta|után',
    before: 'előtt',
    least: 'legalább',
    star: 'csillag|csillagos',
    seasons: ['tavasz', 'nyár|nyáron', 'ősz', 'tél|télen'],
    last: 'tavaly|tavalyi|múlt',
    numbers: 'egy|kettő|három|négy|öt',
    other: { person: 'emberek', child: 'gyerekek|gyerek' },
  },
  tr: {
    filler:
      'bir|ve|ile|olan|üzerinde|üstünde|altında|yanında|içinde|ama|benim|bizim|fotoğraf|fotoğraflar|fotoğrafı|resim|tüm|yılı',
    not: 'değil|hariç',
    notBehind: 'olmayan|olmadan|yok|hariç',
    or: 'veya|ya da',
    since: 'beri',
    before: 'önce',
    least: 'en az',
    star: 'yıldız|yıldızlı',
    seasons: ['ilkbahar', 'yaz|yazın', 'sonbahar', 'kış|kışın'],
    last: 'geçen',
    numbers: 'bir|iki|üç|dört|beş',
    other: { person: 'insanlar|insan', child: 'çocuklar' },
  },
  ja: {
    filler:
      'の|に|を|は|が|で|と|や|へ|も|から|な|い|た|だ|中|中の|上|上の|下の|隣の|前の|持った|持つ|着た|かぶった|いる|ある|した|している|写真|画像|' +
      'すべて|もの|年|日|月',
    not: '',
    notBehind: 'なし|無し|のない|がない|のいない|がいない|以外|以外の|じゃない|ではない',
    or: 'または|か|もしくは|あるいは',
    since: '',
    sinceBehind: '以降|以後|から',
    before: '',
    beforeBehind: '以前|より前',
    least: '最低',
    more: 'つ以上|以上',
    star: '星|つ星',
    seasons: ['春', '夏', '秋', '冬'],
    last: 'この前の',
    this: 'この',
    dates: { '2 days ago': '一昨日|おととい', 'last weekend': '先週末', 'last year': '去年|昨年', today: '本日' },
    numbers: '一|二|三|四|五|六|七|八|九|十',
    other: {
      dog: '犬|いぬ',
      cat: '猫|ねこ',
      car: '車|クルマ',
      person: '人|人々',
      sunset: '夕焼け|日没',
      child: 'こども|子ども',
      red: '赤い',
      blue: '青い',
      white: '白い',
      black: '黒い',
      yellow: '黄色い',
      green: '緑の',
      flower: '花々',
      beach: '海辺|浜辺|砂浜',
      glasses: '眼鏡',
      rose: '薔薇',
      bird: '小鳥',
    },
  },
  zh_chs: {
    filler:
      '的|在|和|与|上|上的|里|里的|中|中的|下|旁|旁的|从|穿|穿着|戴|戴着|拿着|一个|一只|一张|一辆|照片|图片|相片|年|日|月|号',
    not: '没有|无|不是|不要|除了|不含',
    or: '或|或者|还是',
    since: '自|从',
    sinceBehind: '以来|以后|之后',
    before: '',
    beforeBehind: '以前|之前',
    least: '至少',
    more: '以上',
    star: '星|颗星|星级',
    seasons: ['春天|春季', '夏天|夏季', '秋天|秋季', '冬天|冬季'],
    last: '上个',
    this: '这个',
    dates: { '2 days ago': '前天', 'last weekend': '上周末' },
    numbers: '一|二|三|四|五|六|七|八|九|十',
    other: {
      person: '人|人们',
      dog: '狗狗',
      cat: '猫咪',
      car: '车',
      red: '红色',
      blue: '蓝色',
      white: '白色',
      black: '黑色',
    },
  },
  zh_cht: {
    filler: '的|在|和|與|上|上的|裡|裡的|中|中的|下|旁|從|穿|穿著|戴|戴著|一個|一隻|一張|照片|圖片|相片|年|日|月|號',
    not: '沒有|無|不是|不要|除了|不含',
    or: '或|或者|還是',
    since: '自|從',
    sinceBehind: '以來|以後|之後',
    before: '',
    beforeBehind: '以前|之前',
    least: '至少',
    more: '以上',
    star: '星|顆星',
    seasons: ['春天|春季', '夏天|夏季', '秋天|秋季', '冬天|冬季'],
    last: '上個',
    this: '這個',
    dates: { '2 days ago': '前天', 'last weekend': '上週末' },
    numbers: '一|二|三|四|五|六|七|八|九|十',
    other: { person: '人', car: '車' },
  },
  ko: {
    filler: '그리고|있는|옆|위|아래|안|입은|든|사진|이미지|모든|년|월|일|및|와|과',
    not: '',
    notBehind: '없는|없이|제외|아닌|말고',
    or: '또는|혹은|이나|나',
    since: '',
    sinceBehind: '이후|부터',
    before: '',
    beforeBehind: '이전',
    least: '최소',
    more: '이상',
    star: '별|별점',
    seasons: ['봄', '여름', '가을', '겨울'],
    last: '지난',
    this: '이번',
    numbers: '하나|둘|셋|넷|다섯',
    other: { person: '사람|사람들', dog: '강아지', child: '아이|어린이' },
  },
}

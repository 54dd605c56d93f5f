"""short_text_words.py - what make_short_texts makes texts from: patterns and words in three languages.

A pattern is a text with slots. {name} is replaced by one of the words of that name, which may have slots
themselves, and {#a-b} by a number. In Japanese "|" separates words.

A German noun begins with its gender; {ein:noun} gives it with an article and an adjective in the
accusative, {der:noun} in the nominative, and {noun} alone.
"""

COMMON = {
    "letter": list("ABCDEFGHKLMNPRSTVXZ"),
    "code": ["{letter}{letter}-{#100-9999}", "{letter}{#10-999}", "{letter}{letter}{letter} {#10-99}",
             "{#100-999}{letter}", "{letter}{#1-9}-{#100-999}{letter}", "{#10-99}{letter}{letter}{#1-9}"],
    "year": ["{#1902-2024}"],
}

# ---- English -------------------------------------------------------------------------------------

ENGLISH = {
    "brand_a": """Bel Cor Dar Eld Fen Gar Hal Iver Jor Kel Lum Mar Nor Ost Pel Quin Ros Sol Tav Ulm Ver Wes
        Yar Zan Bram Cald Dov Ems Frey Glen Hest Kest Lind Mont Nev Orr Pros Rav Strat Thal""".split(),
    "brand_b": """ara ent iva on ello wick a mark ex ina ora us ium by dale ero ette io way line ford ic
        tron tek zen bury mere craft ane olt""".split(),
    "brand_accented": """Lumière Noël Café-Crème Élan Rosé Señorita Fjällby Göta Zoë Château Mañana Beauté
        Lémanic Søndby Voilà Chloé Renée Époque Frère Jolí Bjørn Andrée Cléo Müesli""".split(),
    "brand": ["{brand_a}{brand_b}"] * 7 + ["{brand_a}{brand_b} {brand_a}{brand_b}", "{brand_a}{brand_b} & {surname}",
              "{surname} {brand_accented}", "{brand_accented} {brand_a}{brand_b}"],
    "town_a": """Ash Bridge Clay Dun East Fern Green Hazel Iron Kings Lang Mill Nether Oak Penn Queens Red
        Stan Thorn Upper Wal West York Black Cold Deep Elm Farn Grim Holm Long Marsh""".split(),
    "town_b": """ford ton bury field ham wick borough mouth stead combe worth minster haven port bridge
        hurst moor dale gate well pool stow thorpe water""".split(),
    "town": ["{town_a}{town_b}"] * 4 + ["Little {town_a}{town_b}", "{town_a}{town_b}-on-Sea",
             "{town_a}{town_b} Bay", "Saint-{first} {town_a}{town_b}", "{town_abroad} {town_a}{town_b}"],
    "town_abroad": "San~José Málaga Zürich Curaçao Düsseldorf Québec Reykjavík São~Tomé Nîmes Kraków".split(),
    "first": """Adam Beth Carlos Dora Edith Frank Grace Hugo Iris Jonas Karen Leon Mabel Nadia Oscar Paula
        Ruben Sylvia Theo Ursula Victor Wanda Ximena Yusuf Zoë André Chloé René Anaïs José Zelda Boris
        Clara Dmitri Elena""".split(),
    "surname": ["{town_a}{surname_b}", "{brand_a}{surname_b}", "Mc{brand_a}{brand_b}", "O'{brand_a}{surname_b}"],
    "surname_b": """son man er well ley den ridge croft gard lock strom berg ini ova ard ansky ez""".split(),
    "person": ["{first} {surname}"],
    "colour": """black white navy crimson olive beige turquoise lavender charcoal ivory copper mustard mint
        burgundy teal sand graphite rose silver walnut""".split() + ["pine green", "sky blue", "brushed gold"],
    "material": """steel bamboo leather cotton walnut ceramic aluminium linen glass copper wool silicone
        titanium canvas oak marble velvet porcelain enamel rattan cork merino slate birch denim""".split()
        + ["stainless steel", "carbon fibre", "recycled plastic", "cast iron"],
    "quality": """foldable cordless adjustable waterproof portable ergonomic rechargeable lightweight heated
        magnetic insulated stackable extendable silent vintage compact reversible washable padded
        heavy-duty self-cleaning wall-mounted double-walled oversized breathable dimmable reusable
        child-proof non-slip fast-charging""".split(),
    "product": """kettle toaster drill backpack umbrella headphones lamp blender hammock tent keyboard
        monitor stroller thermometer vacuum notebook wallet sandals raincoat saucepan teapot bookshelf
        wardrobe mattress pillow duvet scooter helmet tricycle telescope microscope binoculars guitar
        ukulele harmonica easel paintbrush sewing-machine wheelbarrow lawnmower hedge-trimmer chainsaw
        screwdriver workbench ladder greenhouse birdhouse aquarium leash scratching-post fishing-rod
        kayak snowboard skates trampoline dumbbells treadmill dartboard chessboard jigsaw projector
        turntable loudspeaker soundbar microphone router printer scanner charger battery doorbell
        thermostat humidifier dehumidifier radiator fan freezer dishwasher juicer waffle-iron grill
        corkscrew decanter cutlery chopping-board colander whisk rolling-pin lunchbox thermos crib
        highchair pram rattle dollhouse kite drone yo-yo""".replace("-", "~").split()
        + ["crème brûlée set", "café table", "fondue set", "papier-mâché kit", "crêpe pan", "décor tray"],
    "extra": ["with {#2-12} attachments", "with carrying case", "with remote control", "for small kitchens",
              "with {#10-90} minute timer", "for left-handed users", "with spare batteries", "for travel",
              "with matching lid", "with USB port", "for dogs over {#5-40} kg", "with hidden drawer",
              "for ages {#2-6} to {#7-14}", "with oak base", "for narrow balconies", "with LED display",
              "for cars and campers", "with {#3-25} year guarantee", "with removable lining",
              "for beginners", "with soft grip", "for sensitive skin", "à la carte", "with rosé finish"],
    "measure": ["{#1-9}.{#1-9} l", "{#20-240} cm", "{#100-2400} W", "pack of {#2-48}", "{#2-30} kg", "size {#34-52}",
                "{#12-99} inch", "{#100-950} ml", "{#3-64} GB", "{#5-60} m", "{#20-90} x {#100-220} cm"],
    "P": ["{brand} {code} {product}", "{brand} {quality} {material} {product}, {measure}, {colour}",
          "{quality} {material} {product} {extra} - {brand} {code}", "{brand} {product} {code} ({colour}, {measure})",
          "{brand} \"{town}\" {material} {product} {extra}, {colour}, {measure}",
          "{product} {brand} {code} {extra}", "{brand} {quality} {product} {extra}, {measure}",
          "{colour} {material} {product} by {person}, {extra}, {measure}",
          "Spare {product} {part} for {brand} {code}, {measure}", "{brand} {colour} {product}"],
    "part": """handle filter hose strap cover lid blade hinge wheel cable adapter lens gasket spring belt
        knob""".split(),
    # What people ask and write about.
    "thing": ["{thing_adjective} {thing_noun}"] * 3 + ["{thing_noun} from {town}", "{thing_noun}"],
    "thing_adjective": """old wooden rusty broken second-hand antique noisy leaking frozen dusty cracked
        inherited rented brand-new unused damp electric solar hand-made faded narrow heavy Victorian
        Norwegian Portuguese overgrown crooked gilded""".split(),
    "thing_noun": """piano bicycle cellar chimney passport mortgage orchard beehive tractor sailboat
        violin carpet staircase fireplace caravan motorbike greenhouse pond fence gutter accordion
        typewriter sourdough compost allotment pension visa driving-licence cheesecake vineyard
        lighthouse windmill barn attic bathtub washing-machine fridge boiler radiator wasps'-nest
        tortoise parrot hedgehog rabbit goldfish greyhound pony spreadsheet database password browser
        router smartwatch podcast screenplay thesis dictionary crossword""".replace("-", "~").split()
        + ["soufflé", "jalapeño", "façade", "fiancée", "résumé", "piñata"],
    "do": """clean repair insure sell transport describe replace paint photograph restore measure recycle
        register inherit polish move store share divide rename lubricate sharpen seal weatherproof value
        donate ship disguise label catalogue""".split(),
    "when": ["during storm {first}", "in winter {year}", "after {#2-30} years", "before {first}'s wedding",
             "without {person}'s help", "when it rains", "on {first}'s birthday", "at {#2-11} degrees",
             "while {first} is abroad", "in a {town} flat", "with a broken arm", "on a {surname} loan",
             "in under {#10-90} minutes", "if {person} has died", "during Ramadan", "above {town}",
             "after moving to {town}", "with {#2-6} children from {town}", "at {#1-12} in the night",
             "when the power fails in {town}", "since the update to version {#2-19}", "near {town} station",
             "for less than {#20-900} pounds", "with {brand} tools", "after the {town} flood", "on the train to {town}",
             "at {first}'s house", "with {material} wool and vinegar", "before the {surname} exam", "in {year}"],
    "trouble": ["smell of burnt rubber", "make a clicking sound", "turn green", "leak overnight", "vibrate so much",
                "lose its colour", "attract so many ants", "refuse to start", "show error {#10-999}", "get so hot",
                "cost {#100-9000} dollars", "need so much salt", "wobble above {#20-80} mph",
                "stop after {#2-40} minutes", "crackle", "freeze at the login page", "shrink"],
    "topic": """photosynthesis inflation feudalism algebra calligraphy perspective gravity friction
        democracy baroque jazz malaria diabetes insomnia whales volcanoes glaciers monsoons amber
        phosphorus plankton neutrinos syntax rhyme irony counterpoint falconry beekeeping chess
        cricket origami fencing archery topology genetics hieroglyphs runes comets""".split()
        + ["compound interest", "Gödel's theorem", "déjà vu", "capital gains", "acid rain", "black holes"],
    "subject": ["{era} {topic}", "{topic} in {town}", "{topic} among {people}", "{era} {topic} and {topic}",
                "{era} {topic} of {people}", "{topic} by {surname}"],
    "era": """medieval Victorian ancient modern early tropical Alpine Baltic Nordic maritime rural royal
        colonial industrial Byzantine urban Arctic monastic domestic postwar""".split(),
    "people": """sailors nuns miners weavers nomads farmers students bakers soldiers bishops hatters
        fishermen shepherds surgeons clerks potters smugglers poets coopers pilgrims""".split(),
    "Q": ["How do I {do} {a} {thing} {when}?", "Why does my {thing} {trouble} {when}?",
          "Is it legal to {do} {a} {thing} in {town} {when}?",
          "What links {subject} to {subject} according to {person}?",
          "Where can I {do} {a} {thing} near {town}?", "Who in {town} explained {subject} to {person}?",
          "Can you {do} {a} {thing} and {do} {a} {thing} {when}?", "Which {brand} {product} fits {a} {thing}?",
          "Has anyone tried to {do} {a} {thing} {when}? Mine began to {trouble}.",
          "Did {person} write on {subject}?", "Does {person} like {subject}?",
          "My {brand} {product} will {trouble} {when}, should I {do} it?",
          "How old was {person} when the {town} {thing_noun} burned down in {year}?",
          "Does {brand} {code} need {a} {thing_adjective} {product}?", "What would {person} say about {subject}?"],
    "H": ["{town} {body} {acts} {thing_plural} after {event}", "{person} {wins} for {subject}",
          "{event_capital} closes {town} {place_noun} {when}",
          "{brand} to cut {#40-9000} {product} jobs in {town}", "Police in {town} seek {thing_adjective} {thing_noun} of {person}",
          "{person}, {#18-99}, {feat} {when}", "{body_capital} of {town} {acts} plan to {do} {place_noun}",
          "{person} named head of {brand} {place_noun}",
          "{era} {topic} week draws {#2-90},000 {people} to {town}",
          "Opinion: why {town} should {do} its {place_noun}, by {person}",
          "{brand} recalls {#2-90},500 {product} units sold in {year} over {event}",
          "{town} {#0-7}, {town} {#0-7}: {person} {scores} {when}",
          "Review: {person} and {person} shine in \"The {thing_adjective} {thing_noun} of {town}\"",
          "{event_capital} in {town}: {#2-90} hurt, {body} {acts} inquiry into {brand}", "{town} mourns {person}"],
    "body": """council museum university hospital parliament zoo cathedral school orchestra airport union
        library theatre police court brewery""".split(),
    "body_capital": """Council Museum University Hospital Court Library Theatre Diocese Senate Mayor""".split(),
    "acts": """rejects approves postpones defends auctions unveils inspects bans reopens demands welcomes
        buys restores loses funds questions""".split(),
    "thing_plural": ["{#2-90} {thing_adjective} lamps", "ferry timetable", "new parking rules", "Roman coins",
                     "late-night trams", "school meals", "{thing_adjective} statues", "organ pipes", "tulip bulbs",
                     "free swimming lessons", "{#3-40} rare manuscripts", "solar roofs", "cycle lanes", "meteor fragments",
                     "bagpipe lessons", "wolf enclosure", "crèche places", "café terraces"],
    "event": ["fire at {brand} plant", "{#2-9}-week strike", "record heat", "visit by {person}", "budget dispute",
              "landslide near {town}", "cyber attack", "storm {first}", "outbreak of {topic} fever", "hoax by {person}",
              "petition by {#2-90},000 {people}", "power cut", "anonymous gift", "theft of {thing}", "audit by {brand}"],
    "event_capital": """Flood Fire Strike Blizzard Bomb-scare Film-shoot Gas-leak Marathon Sinkhole
        Earthquake Eclipse""".replace("-", "~").split(),
    "place_noun": """bridge harbour station market stadium town-hall cemetery castle ring-road waterworks
        observatory pier library swimming-pool tunnel park monastery quarry""".replace("-", "~").split(),
    "wins": ["wins {year} {surname} prize", "awarded {#2-90} million grant", "honoured in {town}", "makes history",
             "shares {surname} medal with {person}", "elected to {town} academy"],
    "feat": ["rows from {town} to {town}", "climbs {#2-9} peaks", "returns lost {thing}", "sells {thing} for {#2-90} million",
             "plays chess against {#20-300} people", "found alive near {town}", "releases album about {topic}",
             "breaks {topic} record", "marries {person}", "solves riddle of {town} {place_noun}"],
    "scores": ["scores twice", "saves late penalty", "sent off", "limps off injured", "equalises", "dazzles"],
    "a": ["a", "my", "the", "this", "our"],
    "more": "really very quite new again also usually original best simple other large quickly".split(),
}

# ---- German --------------------------------------------------------------------------------------

GERMAN = {
    "brand": ["{brand_a}{brand_b}"] * 5 + ["{surname} {brand_a}{brand_b}", "{surname} & Söhne", "{surname}-Werke",
              "Gebrüder {surname}"],
    "brand_a": """Alp Born Dorn Eber Fal Grün Hans Ilm Jura Kron Löw Mühl Nord Ost Rhön Süd Tann Ull Vogt
        Wörth Zieg Brem Elb Isar Kühn Lahn Main Neck Oder Pegn Ruhr Saal Spree Weser""".split(),
    "brand_b": """a ex ina ona it werk tec haus lux matic o fix mann gard ano ell isa born au stein""".split(),
    "town": ["{town_a}{town_b}"] * 4 + ["Bad {town_a}{town_b}", "Ober{town_small}{town_b}", "Groß {town_a}{town_b}",
             "{town_a}{town_b} am See", "Sankt {first} im {town_a}tal"],
    "town_a": """Ahren Birken Buchen Dachs Eichen Erlen Falken Gänse Hirsch Kirch Königs Linden Mühlen Neuen
        Pfarr Rauen Rosen Schön Steins Tannen Vogels Wald Wolfs Ziegen Hohen Lüne Möll Grün Frauen""".split(),
    "town_small": """ahren birken buchen eichen erlen falken hirsch kirch linden mühlen pfarr rosen
        steins tannen wolfs ziegen""".split(),
    "town_b": """hausen dorf burg berg heim feld bach stadt brück furt hagen rode walde kirchen beuren
        ingen münster werder fels thal""".split(),
    "first": """Anton Brigitte Cäcilie Dieter Elfriede Friedrich Günther Hannelore Ilse Jörg Käthe Lothar
        Mechthild Norbert Ottilie Peter Renate Sören Traudl Ulrich Volker Waltraud Xaver Yvonne Zita Bärbel
        Jürgen André Zoé Hülya Mehmet""".split(),
    "surname": ["{town_a}{surname_b}", "{brand_a}{surname_b}", "{town_a}{town_b}er"],
    "surname_b": """mann er müller huber bauer meier schmidt länder ke ert stedt bühl kötter lein
        schläger""".split(),
    "person": ["{first} {surname}"],
    "colour": """schwarz weiß grün türkis beige anthrazit silber dunkelblau weinrot senfgelb altrosa grau
        kupfer elfenbein himmelblau""".split(),
    "material": """Edelstahl Eiche Leder Baumwolle Keramik Bambus Glas Leinen Gusseisen Schurwolle Kork
        Kupfer Nussbaum Emaille Filz Samt Porzellan Kunststoff Buche Granit""".split(),
    "kind": """Akku Reise Kinder Garten Büro Küchen Camping Wand Falt Profi Mini Design Outdoor Senioren
        Hunde Bade Turbo Wohnmobil Werkstatt Schul Retro Solar Thermo""".split(),
    "product": """m:Wasserkocher f:Bohrmaschine n:Regal m:Rucksack f:Lampe m:Mixer n:Zelt f:Tastatur
        m:Staubsauger n:Notizbuch f:Brieftasche m:Regenmantel m:Topf f:Kanne m:Kleiderschrank f:Matratze
        n:Kissen m:Roller m:Helm n:Fernglas f:Gitarre f:Nähmaschine f:Schubkarre m:Rasenmäher f:Kettensäge
        m:Schraubendreher f:Werkbank f:Leiter n:Gewächshaus n:Vogelhaus n:Aquarium f:Angelrute n:Schlauchboot
        m:Schlitten n:Trampolin n:Laufband n:Schachbrett m:Beamer m:Plattenspieler m:Lautsprecher m:Drucker
        n:Ladegerät f:Türklingel m:Luftbefeuchter m:Heizlüfter m:Gefrierschrank f:Spülmaschine
        m:Entsafter n:Waffeleisen m:Grill m:Korkenzieher n:Besteck n:Schneidebrett n:Nudelholz
        f:Brotdose m:Hochstuhl m:Drachen f:Drohne m:Toaster f:Hängematte m:Bräter""".split(),
    "quality": """faltbar kabellos verstellbar wasserdicht tragbar ergonomisch aufladbar ultraleicht beheizbar
        magnetisch isoliert stapelbar ausziehbar geräuscharm waschbar gepolstert rutschfest dimmbar
        kindersicher spülmaschinenfest""".split(),
    "extra": ["mit {#2-12} Aufsätzen", "mit Tragetasche", "mit Fernbedienung", "für kleine Küchen", "mit Schnellladegerät",
              "mit {#10-90}-Minuten-Uhr", "für Linkshänder", "mit Ersatzakku", "für unterwegs", "mit passendem Deckel",
              "mit USB-Anschluss", "für Hunde über {#5-40} kg", "mit Geheimfach", "ab {#2-14} Jahren",
              "für schmale Balkone", "mit LED-Anzeige", "mit {#3-25} Jahren Garantie", "mit Rückenpolster",
              "für Anfänger", "für empfindliche Haut", "mit Gummifüßen", "mit Überlaufschutz"],
    "measure": ["{#1-9},{#1-9} l", "{#20-240} cm", "{#100-2400} W", "{#2-48} Stück", "{#2-30} kg", "Größe {#34-52}",
                "{#100-950} ml", "{#3-64} GB", "{#5-60} m", "{#20-90} x {#100-220} cm"],
    "P": ["{brand} {code} {kind}-{product}", "{brand} {kind}-{product} {material} {measure} {colour}",
          "{product} {brand} {code} {extra}, {colour}", "{brand} {product} {extra}, {quality}, {measure}",
          "{kind}-{product} „{town}“ aus {material} {extra} – {brand} {code}",
          "{brand} {product} {material}, {colour}, {quality}", "Ersatz-{part} für {brand} {code} {product}, {measure}",
          "{quality}: {kind}-{product} von {person}, {material}, {measure}", "{brand} {product} {colour}"],
    "part": """Griff Filter Schlauch Riemen Deckel Klinge Scharnier Rolle Kabel Netzteil Dichtung Feder
        Schlüssel Bürste Tür""".split(),
    "adjective": """alt hölzern rostig kaputt gebraucht laut undicht gefroren staubig geerbt gemietet neu
        feucht elektrisch selbstgebaut schmal schwer vergoldet schief überwachsen spanisch norwegisch
        bemalt geliehen winzig""".split(),
    "thing": """n:Klavier n:Fahrrad m:Keller m:Kamin m:Reisepass f:Hypothek m:Obstgarten m:Bienenstock m:Traktor
        n:Segelboot f:Geige m:Teppich f:Treppe m:Wohnwagen n:Motorrad m:Teich m:Zaun f:Dachrinne
        n:Akkordeon f:Schreibmaschine m:Sauerteig m:Kompost f:Rente n:Visum m:Führerschein m:Käsekuchen
        m:Weinberg m:Leuchtturm f:Windmühle f:Scheune m:Dachboden f:Badewanne f:Waschmaschine m:Kühlschrank
        m:Boiler n:Wespennest f:Schildkröte m:Papagei m:Igel m:Hase m:Goldfisch m:Windhund n:Pony f:Tabelle
        f:Datenbank n:Passwort m:Browser f:Doktorarbeit n:Wörterbuch n:Kreuzworträtsel f:Bürgschaft""".split(),
    "do": """reinigen reparieren versichern verkaufen transportieren beschreiben ersetzen streichen
        fotografieren restaurieren vermessen entsorgen anmelden vererben polieren umstellen lagern teilen
        ölen schärfen abdichten schätzen spenden verschicken beschriften verleihen""".split(),
    "when": ["bei Sturm {first}", "im Winter {year}", "nach {#2-30} Jahren", "vor der Hochzeit von {first}", "ohne Hilfe von {person}",
             "bei Regen", "am Geburtstag von {first}", "bei {#2-11} Grad", "während {person} im Ausland ist", "in einer Wohnung in {town}",
             "mit gebrochenem Arm", "in weniger als {#10-90} Minuten", "nach dem Tod von {person}",
             "oberhalb von {town}", "nach dem Umzug nach {town}", "mit {#2-6} Kindern aus {town}", "um {#1-12} Uhr nachts",
             "bei Stromausfall in {town}", "seit dem Update auf Version {#2-19}", "in der Nähe von {town}",
             "für weniger als {#20-900} Euro", "mit Werkzeug von {brand}", "nach der {town}er Flut", "im Zug nach {town}",
             "bei Oma {first} in {town}", "mit Essig und {material}", "vor der {surname}-Prüfung", "im Jahr {year}"],
    "trouble": ["nach verbranntem Gummi riecht", "klackert", "grün wird", "über Nacht ausläuft", "so stark vibriert",
                "die Farbe verliert", "Ameisen anlockt", "nicht mehr startet", "Fehler {#10-999} zeigt", "so heiß wird",
                "{#100-9000} Euro kostet", "so viel Salz braucht", "nach {#2-40} Minuten stehen bleibt", "knistert",
                "beim Anmelden einfriert", "schrumpft"],
    "topic": """Fotosynthese Inflation Feudalismus Algebra Kalligrafie Perspektive Schwerkraft Reibung
        Demokratie Barock Jazz Malaria Diabetes Schlaflosigkeit Walen Vulkanen Gletschern Monsun Bernstein
        Phosphor Plankton Neutrinos Satzbau Reim Ironie Kontrapunkt Falknerei Imkerei Schach Origami
        Fechten Topologie Vererbung Hieroglyphen Runen Kometen Zinseszins Quantenphysik Völkerrecht""".split(),
    "subject": ["{topic} in {town}", "{topic} im {#11-20}. Jahrhundert", "{topic} bei {people}", "{topic} und {topic} bei {people}",
                "{topic} nach {surname}", "{topic} zur Zeit der {people}"],
    "people": """Seeleuten Nonnen Bergleuten Webern Nomaden Bauern Studenten Bäckern Soldaten Bischöfen
        Hutmachern Fischern Hirten Chirurgen Schreibern Töpfern Schmugglern Dichtern Küfern Pilgern""".split(),
    "Q": ["Wie kann ich {ein:thing} {when} {do}?", "Warum {der:thing} von {person} {when} {trouble}?",
          "Darf man in {town} {ein:thing} {when} {do}?",
          "Was hat {subject} nach {person} mit {subject} zu tun?",
          "Wo kann ich bei {town} {ein:thing} {do}?", "Wer erklärte {person} in {town} {subject}?",
          "Soll {first} {ein:thing} {do} oder {ein:thing} aus {town} {do}?", "Passt {der:thing} zu {brand} {product} {code}?",
          "Konnte {person} {when} {ein:thing} {do}?",
          "Schrieb {person} über {subject}?", "Mag {person} {subject}?",
          "Was tun, wenn {der:thing} von {brand} {when} {trouble}?",
          "Wie alt war {person}, als {der:thing} von {town} im Jahr {year} verbrannte?",
          "Lohnt sich {brand} {code} für {ein:thing}?"],
    "H": ["{town}: {body} {acts} {ein:thing} nach {event}", "{person} erhält {surname}-Preis für {subject}",
          "{disaster} sperrt {place} in {town} {when}", "{brand} streicht {#40-9000} {product}-Stellen in {town}",
          "Polizei in {town} sucht {ein:thing} von {person}", "{person} ({#18-99}) {feat} {when}",
          "{body} {town} {acts} {place} und {place}", "{person} leitet künftig {brand} in {town}",
          "{topic}-Tage: {#2-90}.000 Gäste und {person} in {town}",
          "Kommentar: {person} will in {town} {ein:thing} {do}",
          "{brand} ruft {#2-90}.500 {product} aus {year} zurück: {event} befürchtet",
          "{town} – {town} {#0-7}:{#0-7}, {person} {scores} {when}", "„{adjective} in {town}“: {person} und {person} glänzen",
          "{disaster} in {town}: {#2-90} Verletzte, {body} {acts} Prüfung von {brand}", "{town} trauert um {person}"],
    "body": """Stadtrat Museum Universität Klinikum Landtag Zoo Domkapitel Gymnasium Orchester Flughafen
        Bücherei Theater Landgericht Brauerei Behörde""".split(),
    "acts": """verwirft genehmigt verschiebt verteidigt versteigert enthüllt prüft verbietet fordert begrüßt
        kauft restauriert verliert fördert eröffnet""".split(),
    "event": ["Brand bei {brand}", "{#2-9}-wöchigem Streik", "Rekordhitze", "Besuch von {person}", "Haushaltsstreit",
              "Erdrutsch bei {town}", "Hackerangriff", "Sturm {first}", "Rüge von {person}", "{#2-90}.000 Unterschriften",
              "Stromausfall", "anonymer Spende", "Fund in {town}", "Ärger mit {brand}"],
    "disaster": """Hochwasser Großbrand Streik Schneesturm Bombenfund Filmdreh Gasleck Volkslauf Erdfall
        Erdbeben Stromausfall Ölspur""".split(),
    "place": """Brücke Hafen Bahnhof Markt Stadion Rathaus Friedhof Schloss Ringstraße Wasserwerk Sternwarte
        Freibad Tunnel Stadtpark Kloster Steinbruch Gefängnis""".split(),
    "feat": ["rudert von {town} nach {town}", "besteigt {#2-9} Gipfel", "bringt {ein:thing} zurück",
             "verkauft {ein:thing} für {#2-90} Millionen", "spielt gegen {#20-300} Gegner Schach",
             "bei {town} lebend gefunden", "singt über {topic}", "heiratet {person}", "löst Rätsel von {town}"],
    "scores": ["trifft doppelt", "hält Elfmeter", "fliegt vom Platz", "verletzt", "gleicht aus", "überragt"],
    "more": "wirklich sehr ganz neu wieder auch meistens original einfach groß schnell günstig".split(),
}

# ---- Japanese ------------------------------------------------------------------------------------

JAPANESE = {
    "kana": list("アイウエオカキクケコサシスセソタチツテトナニネノハヒフホマミムメモラリルレロガゴザジダドバビブベボパピプペポ"),
    "kana_end": ["ン", "ス", "ー", "ット", "ックス", "リア", "ナ", "ロン", "テック", "ード", "ィア", "ル"],
    "brand": ["{kana}{kana}{kana_end}"] * 3 + ["{kana}{kana}{kana}{kana_end}", "{surname}電機", "{surname}工房", "{surname}製作所",
              "{latin}", "{latin}"],
    "latin": ["{latin_a}{latin_b}"],
    "latin_a": "Aki Bel Cor Dai Eno Fuji Gen Haru Iwa Kei Luna Miyo Nana Ori Rin Sora Tama Uni Yuki Zen".split(),
    "latin_b": "co ta lux ra tech max no via sta wa ne mi flow on".split(),
    "surname": ["{surname_a}{surname_b}"],
    "surname_a": list("山川田中村松竹梅石岩森林杉北南西東大小高長上下前清水青赤白黒金銀吉福平安永原野池沢秋春夏冬宮古桜藤"),
    "surname_b": list("田川村本山野島崎井口原沢谷木橋瀬塚岡尾藤城戸浦江端倉津"),
    "first": """健太 美咲 翔 陽子 大輔 由美 浩二 さくら 直樹 恵子 誠 千尋 拓也 真理 一郎 ゆかり 修 彩 和彦 友香 亮
        菜々子 隆 沙織 進 明美 信吾 遥 剛 文子""".split(),
    "person": ["{surname}{first}"],
    "town": ["{surname_a}{surname_b}市", "{surname_a}{surname_b}町", "{surname_a}{surname_b}村", "{surname_a}{surname_a}{surname_b}市",
             "{surname_a}{surname_b}区"],
    "colour": "ブラック ホワイト ネイビー ワインレッド オリーブ ベージュ ターコイズ 木目調 桜色 抹茶色 銀色 チャコール".split(),
    "material": "ステンレス製 本革 綿100% 陶器 竹製 ガラス 麻 鋳物 ウール コルク 銅製 チタン 帆布 オーク材 磁器 再生紙".split(),
    "quality": "折りたたみ 充電式 防水 携帯用 軽量 静音 磁石付き 保温 伸縮 洗える 滑り止め 調光 子ども用 業務用 昭和レトロ 大容量 自動 卓上".split(),
    "product": """電気ケトル トースター 電動ドリル リュックサック 折り傘 ヘッドホン スタンドライト ミキサー ハンモック テント
        キーボード ベビーカー 体温計 掃除機 手帳 財布 サンダル レインコート 片手鍋 急須 本棚 洋服だんす マットレス 枕 羽毛布団
        キックボード ヘルメット 三輪車 天体望遠鏡 顕微鏡 双眼鏡 ギター ウクレレ 画架 ミシン 一輪車 芝刈り機 脚立 温室 巣箱
        水槽 釣り竿 カヤック スケート靴 トランポリン ダンベル 将棋盤 プロジェクター レコードプレーヤー スピーカー マイク
        プリンター 充電器 呼び鈴 加湿器 除湿機 扇風機 冷凍庫 食器洗い機 ジューサー 栓抜き まな板 ざる 弁当箱 水筒 ドローン 凧
        炊飯器 土鍋 風呂敷 座布団 こたつ 草刈り鎌 包丁 茶碗 箸置き 万年筆 虫眼鏡""".split(),
    "extra": ["{#2-12}段階調節", "収納袋付き", "リモコン付き", "一人暮らし向け", "{#10-90}分タイマー", "左利き用", "予備電池付き", "旅行用",
              "ふた付き", "USB対応", "{#5-40}kgまで", "隠し引き出し付き", "{#2-14}歳から", "ベランダ用", "LED表示", "{#3-25}年保証", "初心者向け",
              "敏感肌用", "贈り物に", "日本製"],
    "measure": ["{#1-9}.{#1-9}L", "{#20-240}cm", "{#100-2400}W", "{#2-48}個入り", "{#2-30}kg", "{#22-29}.5cm", "{#100-950}ml", "{#3-64}GB", "{#5-60}m"],
    "P": ["{brand}| |{product}| |{code}", "{brand}| |{quality}| |{product}| |{material}| |{measure}| |{colour}",
          "{quality}|{product}| |{extra}| |{brand}| |{code}", "【|{brand}|】|{material}|の|{product}| |{measure}",
          "{brand}| |{product}|（|{colour}|・|{measure}|）| |{extra}", "{person}|作| |{material}|の|{product}|「|{town}|」",
          "{brand}| |{code}|用| |{product}|の|{part}| |{measure}", "{product}| |{quality}| |{extra}| |{colour}| |{brand}| |{code}"],
    "part": "取っ手 フィルター ホース ふた 替え刃 車輪 ケーブル レンズ パッキン ばね ベルト つまみ".split(),
    "adjective": "古い 木の 錆びた 壊れた 中古の うるさい 水漏れする 凍った ほこりだらけの 譲られた 借りた 新しい 湿った 電動の 手作りの 細い 重い 金箔の 傾いた スペイン製の".split(),
    "thing": """ピアノ 自転車 地下室 煙突 旅券 住宅ローン 果樹園 巣箱 トラクター ヨット バイオリン じゅうたん 階段 暖炉 軽トラック
        オートバイ 池 垣根 雨どい アコーディオン タイプライター ぬか床 堆肥 年金 査証 運転免許 チーズケーキ ぶどう畑 灯台 風車 納屋
        屋根裏 浴槽 洗濯機 冷蔵庫 給湯器 蜂の巣 亀 オウム ハリネズミ うさぎ 金魚 柴犬 ポニー 表計算ファイル データベース
        パスワード ブラウザー ルーター 腕時計 番組 脚本 卒業論文 辞書 数独 仏壇 着物 掛け軸 障子 三味線""".split(),
    "do": "掃除する 修理する 売る 運ぶ 取り替える 塗り直す 撮影する 復元する 測る 処分する 登録する 相続する 磨く 移す 保管する 分ける 研ぐ 寄付する 送る 貸す".split(),
    "when": ["台風{#1-29}号の日に", "{year}年の冬に", "{#2-30}年後に", "{first}の結婚式の前に", "{person}さんに頼らず", "雨の日に", "{first}の誕生日に", "{#2-11}度で", "{surname}家の留守中に", "{town}の賃貸で",
             "片手で", "{#10-90}分以内に", "{person}さんの死後に", "{surname_a}{surname_b}山の上で", "{town}に引っ越してから", "子ども{#2-6}人と", "夜{#1-12}時に", "{town}の停電中に",
             "バージョン{#2-19}に更新後", "{town}駅の近くで", "{#20-900}円以下で", "{brand}の道具で", "{town}の水害の後に", "{first}の家で", "{material}と酢で", "{surname}塾の試験前に"],
    "trouble": ["焦げたにおいがする", "カチカチ鳴る", "緑色になる", "一晩で漏れる", "激しく揺れる", "色あせる", "アリが集まる", "動かない",
                "エラー{#10-999}が出る", "熱くなる", "{#100-9000}円もする", "{#2-40}分で止まる", "ログインで固まる", "縮む"],
    "topic": """光合成 物価高 封建制 代数 書道 遠近法 重力 摩擦 民主主義 能楽 ジャズ マラリア 糖尿病 不眠症 クジラ 火山 氷河 梅雨 琥珀 リン
        プランクトン ニュートリノ 文法 韻 皮肉 対位法 鷹狩り 養蜂 囲碁 折り紙 剣道 弓道 位相幾何学 遺伝学 象形文字 彗星 複利 量子力学 俳句 落語""".split(),
    "subject": ["{town}の{topic}", "{#11-20}世紀の{topic}", "{people}の{topic}", "{people}の{topic}と{topic}", "{surname}流の{topic}"],
    "people": "漁師 尼僧 鉱夫 機織り 遊牧民 農民 学生 職人 兵士 僧侶 船大工 羊飼い 外科医 書記 陶工 密輸人 詩人 巡礼者 武士 商人".split(),
    "Q": ["{adjective}|{thing}|を|{when}|{do}|には|？", "なぜ|{adjective}|{thing}|は|{when}|{trouble}|の|？",
          "{town}|で|{when}|{adjective}|{thing}|を|{do}|のは|違法|？", "{person}|は|{subject}|と|{subject}|を|どう|区別した|？",
          "{town}|の|近く|で|{adjective}|{thing}|を|{do}|場所|は|？", "{town}|で|{person}|に|{subject}|を|教えた|のは|誰|？",
          "{brand}|の|{product}|が|{when}|{trouble}|ので|、|{do}|べき|か|。", "{person}|は|{subject}|の|本|を|書いた|？",
          "{brand}|の|{quality}|{product}|は|{adjective}|{thing}|に|合う|？", "{when}|{thing}|を|{do}|人|は|？|{adjective}|{product}|が|{trouble}|ので|。",
          "{town}|の|{thing}|が|燃えた|{year}|年|、|{person}|は|何歳|？", "{person}|は|{subject}|が|好き|？"],
    "H": ["{town}|の|{body}|、|{event}|で|{place}|を|{acts}", "{person}|氏|、|{subject}|で|{surname}賞", "{disaster}|で|{town}|の|{place}|、|{when}|閉鎖",
          "{brand}|、|{town}|の|{product}|工場|で|{#40-9000}人|削減", "{town}|の|警察|、|{person}|さん|の|{adjective}|{thing}|を|捜す", "{person}|さん|（|{#18-99}|）|、|{when}|{feat}",
          "{brand}|{town}|支社|、|社長|に|{person}|氏",
          "{people}|と|{topic}|の|祭|、|{town}|に|{#2-90}万人", "【|社説|】|{town}|は|{adjective}|{place}|を|{when}|{do}|べきだ",
          "{brand}|、|{year}年|製|の|{product}|{#2-90}万台|を|回収| |{event}|の|恐れ", "{town}|{#0-7}|－|{#0-7}|{town}|、|{person}|が|{scores}",
          "{disaster}|、|{town}|で|{#2-90}人|けが| |{body}|が|{brand}|を|調査", "{person}|さん|死去|、|{town}|が|悼む"],
    "body": "市議会 博物館 大学 病院 動物園 寺 高校 楽団 空港 図書館 劇場 裁判所 酒蔵 漁協 商工会 消防署".split(),
    "acts": "否決 承認 延期 公開 競売 点検 禁止 再開 要求 歓迎 購入 修復 支援 移転 封鎖 解体".split(),
    "event": ["{brand}工場の火災", "{#2-9}週間のスト", "猛暑", "{person}氏の訪問", "予算の対立", "{town}の土砂崩れ", "不正アクセス", "台風{#1-29}号", "署名{#2-90}万筆",
              "停電", "匿名の寄付", "{thing}の発見", "{topic}騒動"],
    "disaster": "洪水 火災 ストライキ 大雪 不発弾 映画撮影 ガス漏れ マラソン 陥没 地震 日食 濃霧".split(),
    "place": "橋 港 駅舎 朝市 球場 市役所 墓地 城跡 環状道路 浄水場 天文台 桟橋 市民プール トンネル 公園 採石場".split(),
    "feat": ["{town}まで漕ぐ", "{#2-9}つの山に登る", "{thing}を返す", "{thing}を{#2-90}億円で売る", "{#20-300}人と将棋", "{town}で無事発見", "{topic}の歌を発表",
             "{person}さんと結婚", "{town}の謎を解く"],
    "scores": "2得点 好守 退場 負傷 同点弾 大活躍".split(),
    "more": "本当に とても 新しい また よく 本物の 一番 簡単な 大きな すぐに 人気の 限定".split(),
}

LANGUAGES = {"en": {**COMMON, **ENGLISH}, "de": {**COMMON, **GERMAN}, "ja": {**COMMON, **JAPANESE}}

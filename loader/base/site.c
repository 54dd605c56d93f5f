/* site.c - see site.h. A hash table with open addressing holds the names, folded. */
#include "site.h"

#include "ascii.h"

#include <assert.h>
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h> /* calloc, malloc, free */
#include <string.h> /* memcpy, strlen */

struct site_name {
    char *name; /* folded, not terminated; NULL in an empty place of the table */
    size_t length;
    int number;
};

struct site {
    struct site_name *table;
    size_t count, capacity; /* the capacity is a power of 2; at most 3/4 of it are used */
    char language[16];
    bool language_fixed, case_sensitive;
};

struct built_in_name {
    int number;
    const char *name;
};

/* English names, and the names of files and categories in other languages. */
static const struct built_in_name built_in[] = {
    {-2, "Media"},
    {-1, "Special"},
    {1, "Talk"},
    {2, "User"},
    {3, "User talk"},
    {4, "Project"},
    {5, "Project talk"},
    {6, "File"},
    {6, "Image"},
    {7, "File talk"},
    {7, "Image talk"},
    {8, "MediaWiki"},
    {9, "MediaWiki talk"},
    {10, "Template"},
    {11, "Template talk"},
    {12, "Help"},
    {13, "Help talk"},
    {14, "Category"},
    {15, "Category talk"},
    {6, "Datei"},
    {6, "Bild"},
    {6, "Fichier"},
    {6, "Archivo"},
    {6, "Imagen"},
    {6, "Ficheiro"},
    {6, "Arquivo"},
    {6, "Imagem"},
    {6, "Imaxe"},
    {6, "Immagine"},
    {6, "Bestand"},
    {6, "Afbeelding"},
    {6, "Lêer"},
    {6, "Beeld"},
    {6, "Plik"},
    {6, "Grafika"},
    {6, "Файл"},
    {6, "Изображение"},
    {6, "Зображення"},
    {6, "Картинка"},
    {6, "Слика"},
    {6, "Датотека"},
    {6, "Slika"},
    {6, "Datoteka"},
    {6, "Αρχείο"},
    {6, "Εικόνα"},
    {6, "ファイル"},
    {6, "画像"},
    {6, "文件"},
    {6, "档案"},
    {6, "檔案"},
    {6, "图像"},
    {6, "圖像"},
    {6, "图片"},
    {6, "圖片"},
    {6, "Fitxer"},
    {6, "Imatge"},
    {6, "Restr"},
    {6, "Skeudenn"},
    {6, "Dosiero"},
    {6, "ಚಿತ್ರ"},
    {6, "Fil"},
    {6, "Billede"},
    {6, "Tiedosto"},
    {6, "Kuva"},
    {6, "Dosya"},
    {6, "Resim"},
    {6, "Berkas"},
    {6, "Gambar"},
    {6, "Tập tin"},
    {6, "Hình"},
    {6, "پرونده"},
    {6, "تصویر"},
    {6, "ملف"},
    {6, "صورة"},
    {6, "קובץ"},
    {6, "תמונה"},
    {6, "파일"},
    {6, "그림"},
    {6, "Fájl"},
    {6, "Kép"},
    {6, "Soubor"},
    {6, "Súbor"},
    {6, "Obrázok"},
    {6, "Fișier"},
    {6, "Fişier"},
    {6, "Imagine"},
    {6, "Pilt"},
    {6, "Fail"},
    {6, "Attēls"},
    {6, "Vaizdas"},
    {6, "चित्र"},
    {6, "Fitxategi"},
    {6, "Irudi"},
    {6, "Mynd"},
    {6, "Delwedd"},
    {6, "Íomhá"},
    {6, "Skrá"},
    {6, "Skeda"},
    {6, "Figura"},
    {6, "Ficheru"},
    {6, "Fayl"},
    {6, "Şəkil"},
    {6, "Сурет"},
    {6, "Fayle"},
    {6, "Փաստաթուղթ"},
    {6, "Պատկեր"},
    {6, "ფაილი"},
    {6, "სურათი"},
    {6, "ไฟล์"},
    {6, "ภาพ"},
    {6, "படிமம்"},
    {6, "చిత్రం"},
    {6, "ചിത്രം"},
    {6, "প্রতিচ্ছবি"},
    {6, "ਤਸਵੀਰ"},
    {6, "فائل"},
    {6, "Talaksan"},
    {6, "Larawan"},
    {6, "Файлы"},
    {6, "Выява"},
    {6, "Ofbild"},
    {6, "Fischier"},
    {6, "Imachen"},
    {6, "Hêl"},
    {14, "Kategorie"},
    {14, "Catégorie"},
    {14, "Categoría"},
    {14, "Categoria"},
    {14, "Categorie"},
    {14, "Kategoria"},
    {14, "Категория"},
    {14, "Категорія"},
    {14, "Категорије"},
    {14, "Категорија"},
    {14, "Катэгорыя"},
    {14, "Kategorija"},
    {14, "Κατηγορία"},
    {14, "カテゴリ"},
    {14, "分类"},
    {14, "分類"},
    {14, "Rummad"},
    {14, "Kategorio"},
    {14, "ವರ್ಗ"},
    {14, "Kategori"},
    {14, "Luokka"},
    {14, "Thể loại"},
    {14, "رده"},
    {14, "تصنيف"},
    {14, "קטגוריה"},
    {14, "분류"},
    {14, "Kategória"},
    {14, "Kategooria"},
    {14, "श्रेणी"},
    {14, "Flokkur"},
    {14, "Kategoriya"},
    {14, "Կատեգորիա"},
    {14, "კატეგორია"},
    {14, "หมวดหมู่"},
    {14, "பகுப்பு"},
    {14, "వర్గం"},
    {14, "വർഗ്ഗം"},
    {14, "বিষয়শ্রেণী"},
    {14, "زمرہ"},
    {14, "Санат"},
    {14, "Kategoreja"},
    {14, "Categorîa"},
    {14, "Rubrik"},
    {14, "Catìgoria"},
    {-2, "Medium"},
    {-2, "Média"},
    {-2, "Medio"},
    {-2, "Mídia"},
    {-2, "Медиа"},
    {-2, "メディア"},
};

/* Removes white space and underscores around a name. */
static void trim_name(const char **name, size_t *length) {
    size_t start = 0, end = *length;
    while (start < end && (ascii_is_space((*name)[start]) || (*name)[start] == '_'))
        start++;
    while (end > start && (ascii_is_space((*name)[end - 1]) || (*name)[end - 1] == '_'))
        end--;
    *name += start;
    *length = end - start;
}

static char fold(char byte) {
    if (byte == '_')
        return ' ';
    return (char)ascii_lower(byte);
}

static bool same_name(const struct site_name *entry, const char *name, size_t length) {
    if (entry->length != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (entry->name[i] != fold(name[i]))
            return false;
    }
    return true;
}

/* The place of a name in the table, or the empty place where it belongs. */
static struct site_name *find_place(const struct site *site, const char *name, size_t length) {
    assert(site->count < site->capacity); /* so that there is an empty place */
    uint32_t hash = 2166136261U;          /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)fold(name[i])) * 16777619U;
    size_t place = hash & (site->capacity - 1);
    while (site->table[place].name && !same_name(&site->table[place], name, length))
        place = (place + 1) & (site->capacity - 1);
    return &site->table[place];
}

static bool grow_table(struct site *site) {
    enum { first_capacity = 1024 };
    size_t capacity = site->capacity ? site->capacity * 2 : first_capacity;
    if (capacity > SIZE_MAX / 2 / sizeof *site->table)
        return false;
    struct site larger = *site;
    larger.capacity = capacity;
    larger.table = calloc(capacity, sizeof *larger.table);
    if (!larger.table)
        return false;
    for (size_t i = 0; i < site->capacity; i++) {
        if (site->table[i].name)
            *find_place(&larger, site->table[i].name, site->table[i].length) = site->table[i];
    }
    free(site->table);
    *site = larger;
    return true;
}

bool site_add_namespace(struct site *site, int number, const char *name, size_t length) {
    trim_name(&name, &length);
    if (site->count >= site->capacity / 4 * 3 && !grow_table(site))
        return false;
    struct site_name *place = find_place(site, name, length);
    if (!place->name) {
        place->name = malloc(length + 1); /* an empty name is not NULL */
        if (!place->name)
            return false;
        for (size_t i = 0; i < length; i++)
            place->name[i] = fold(name[i]);
        place->length = length;
        site->count++;
    }
    place->number = number;
    return true;
}

int site_namespace(const struct site *site, const char *name, size_t length) {
    trim_name(&name, &length);
    const struct site_name *place = find_place(site, name, length);
    return place->name ? place->number : namespace_none;
}

struct site *site_open(void) {
    struct site *site = calloc(1, sizeof *site);
    if (!site)
        return NULL;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        if (!site_add_namespace(site, built_in[i].number, built_in[i].name,
                                strlen(built_in[i].name))) {
            site_close(site);
            return NULL;
        }
    }
    return site;
}

void site_close(struct site *site) {
    if (!site)
        return;
    for (size_t i = 0; i < site->capacity; i++)
        free(site->table[i].name);
    free(site->table);
    free(site);
}

bool site_capitalizes(const struct site *site) {
    return !site->case_sensitive;
}

void site_set_case_sensitive(struct site *site) {
    site->case_sensitive = true;
}

const char *site_language(const struct site *site) {
    return site->language;
}

void site_set_language(struct site *site, const char *language, size_t length) {
    if (site->language_fixed)
        return;
    if (length > sizeof site->language - 1)
        length = sizeof site->language - 1;
    memcpy(site->language, language, length);
    site->language[length] = '\0';
}

void site_fix_language(struct site *site, const char *language) {
    site_set_language(site, language, strlen(language));
    site->language_fixed = true;
}
